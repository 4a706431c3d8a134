/**
 * `npm run record-release`: writes down what a stage is that has this version (test/stacks/release.json), so that the tests
 * hold later versions to it. To be run when a version is released, and at no other time. It refuses where stages of the
 * release before could not follow; with `-- --anyway` not, for a step that docs/operations.md says how to do by hand.
 */
import { writeFileSync } from 'node:fs'
import { obstacles, shapeOf } from './release/shape.ts'
import { readRelease, releaseFile, releaseStacks } from './release/templates.ts'

const { templates } = await releaseStacks()
const inTheWay = process.argv.includes('--anyway') ? [] : obstacles(readRelease(), templates)
if (inTheWay.length > 0) {
  console.error(`Stages of the last release cannot follow this version:\n${inTheWay.join('\n')}`)
  process.exitCode = 1
} else {
  writeFileSync(releaseFile, `${JSON.stringify(shapeOf(templates), null, 1)}\n`)
  console.log(`Written: ${releaseFile}. Commit it with the version.`)
}
