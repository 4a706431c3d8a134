/**
 * `npm run record-release`: writes down what a stage is that has this version (test/stacks/release.json), so that the tests
 * hold later versions to it, and says whether stages of the release before need a reindex. To be run when a version is
 * released, and at no other time. It refuses where stages of the release before could not follow; with `-- --anyway` not,
 * for a step that docs/operations.md says how to do by hand.
 */
import { writeFileSync } from 'node:fs'
import { reindexAfter } from './index-form.ts'
import { obstacles } from './release/shape.ts'
import { readRelease, releaseFile, releaseOf, releaseStacks } from './release/templates.ts'

const { templates } = await releaseStacks()
const before = readRelease()
const inTheWay = process.argv.includes('--anyway') ? [] : obstacles(before, templates)
if (inTheWay.length > 0) {
  console.error(`Stages of the last release cannot follow this version:\n${inTheWay.join('\n')}`)
  process.exitCode = 1
} else {
  const reindex = reindexAfter(before.index)
  if (reindex) console.log(reindex)
  writeFileSync(releaseFile, `${JSON.stringify(releaseOf(templates), null, 1)}\n`)
  console.log(`Written: ${releaseFile}. Commit it with the version.`)
}
