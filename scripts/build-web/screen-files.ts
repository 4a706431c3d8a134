/**
 * What the screens of every day need comes in one file each, instead of in one for each set of screens that share it:
 * each request costs more than the least of them. (docs/decisions/first-screen-size.md)
 */
import { fileURLToPath } from 'node:url'

/** The part of rolldown's `ChunkingContext` that is needed. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const inWeb = (path: string) => fileURLToPath(new URL(`../../web/${path}`, import.meta.url))

/** All that a module imports, and what that imports, without what is only fetched when it is needed. */
function closure(root: string, modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [root]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const info = modules.getModuleInfo(id)
    if (!info) throw new Error(`No module of the build: ${id}`)
    for (const imported of info.importedIds)
      if (!found.has(imported)) {
        found.add(imported)
        open.push(imported)
      }
  }
  return found
}

const closureOf = (path: string, modules: Modules) => closure(inWeb(path), modules)

/** A screen, or what it shares with any of the others. */
type ScreenFile = string | { within: string; sharedWith: readonly string[] }

/** What has all that it imports in it, too: as do the common part and the sum of such sets. */
function modulesOf(file: ScreenFile, modules: Modules): ReadonlySet<string> {
  if (typeof file === 'string') return closureOf(file, modules)
  const others = file.sharedWith.map((path) => closureOf(path, modules))
  return new Set([...closureOf(file.within, modules)].filter((id) => others.some((one) => one.has(id))))
}

/**
 * A file for each of the screens, with all that it needs beyond those before it: so it imports nothing but them, and none
 * can import another in a circle.
 *
 * @param screens - by the name of their file, the most used one first: its path in `web`; or what a screen shares with others,
 * so that they need not load the rest of it
 */
export const screenFiles = (screens: Readonly<Record<string, ScreenFile>>) =>
  Object.entries(screens).map(([name, file], index, { length }) => {
    let needed: ReadonlySet<string> | undefined
    return {
      priority: (length - index) / (length + 1),
      name: (id: string, modules: Modules) => {
        needed ??= modulesOf(file, modules)
        return needed.has(id) ? name : null
      },
    }
  })
