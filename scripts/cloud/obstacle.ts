import { installEmulator } from './emulator.ts'
import { installSearchNode } from './search-node.ts'
import { findTools, NotInstalled } from './tools.ts'

/** Fetches what the tests of the cloud need, once. Says why they cannot be run here; undefined if everything is there. */
export function cloudObstacle(): string | undefined {
  const tools = findTools()
  if (typeof tools === 'string') return tools
  try {
    installEmulator()
    installSearchNode(tools)
    return undefined
  } catch (error) {
    if (error instanceof NotInstalled) return error.message
    throw error
  }
}
