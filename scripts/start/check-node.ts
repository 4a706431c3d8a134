/** Oldest Node with everything that the embedded way needs (node:sqlite with STRICT tables, .ts files as they are). */
export const neededNode = 24

/** What to tell somebody whose Node is too old; undefined if it is fine. */
export function nodeProblem(version: string): string | undefined {
  const major = Number(/^v?(\d+)\./.exec(version)?.[1])
  if (major >= neededNode) return undefined
  return (
    `Inputlist needs Node ${neededNode} or newer; this is Node ${version}. ` +
    'npm installs a fitting one into the project: run "npm ci", then "npm start" (not "node scripts/start.ts").'
  )
}
