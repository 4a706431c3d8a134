/** Which test files have property tests: they reach fast-check, themselves or through suites and fixtures. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Paths from the root. `cloud`: those on a real search node and on DynamoDB Local; else all that need neither the cloud
 * nor a browser.
 */
export function propertyTests(root: string, where: 'here' | 'cloud'): string[] {
  const known = new Map<string, boolean>()
  const hasProperties = (path: string): boolean => {
    const found = known.get(path)
    if (found !== undefined) return found
    // For imports in a circle.
    known.set(path, false)
    const text = readFileSync(join(root, path), 'utf8')
    const imports = [...text.matchAll(/ from '(\.[^']+\.tsx?)'/g)].map(([, name]) =>
      join(dirname(path), name!),
    )
    const has =
      text.includes(" from 'fast-check'") ||
      imports.some((name) => name.startsWith('test/') && hasProperties(name))
    known.set(path, has)
    return has
  }
  const tests =
    where === 'cloud'
      ? globSync('test/cloud/*.test.ts', { cwd: root })
      : globSync('test/**/*.test.{ts,tsx}', { cwd: root }).filter(
          (path) => !/^test\/(cloud|e2e)\//.test(path),
        )
  return tests.filter(hasProperties).sort()
}
