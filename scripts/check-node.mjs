/**
 * Says in a sentence what is wrong with the Node that runs. Plain JavaScript of long ago, because an older Node must
 * be able to read it: npm runs it before the start and the tests.
 */
import { pathToFileURL } from 'node:url'

/** Oldest Node with everything that the embedded way needs (node:sqlite, .ts files as they are). */
export const neededNode = 24

/** What to tell somebody whose Node is too old; undefined if it is fine. */
export function nodeProblem(version) {
  const found = /^v?(\d+)\./.exec(version)
  if (found && Number(found[1]) >= neededNode) return undefined
  return (
    `Inputlist needs Node ${neededNode} or newer; this is Node ${version}. ` +
    'npm installs a fitting one into the project: run "npm ci", then "npm start" (not "node scripts/start.ts").'
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problem = nodeProblem(process.version)
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
}
