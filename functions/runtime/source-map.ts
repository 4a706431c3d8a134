import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

const maps = new Map<string, SourceMap | undefined>()

/** The map that lies beside a bundled file; undefined if there is none. */
function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    let map: SourceMap | undefined
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    } catch {
      // Without its map a place is told as it is.
    }
    maps.set(file, map)
  }
  return maps.get(file)
}

/**
 * A stack with the places of the sources instead of those of the bundle. Node can do the same by an option, but then it
 * reads every map at the start of a function; here a map is read when the first error is told.
 */
export const inSources = (stack: string): string =>
  stack.replace(/(?:file:\/\/)?(\/[^\s():]+\.mjs):(\d+):(\d+)/g, (place, file: string, line, column) => {
    const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    return found && 'originalSource' in found
      ? `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`
      : place
  })
