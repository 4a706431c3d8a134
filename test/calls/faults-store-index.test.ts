import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder } from '../ports/embedded.ts'
import { openIndexedStore } from './faults-store-index.world.ts'

const writer = fileURLToPath(new URL('./faults-store-index.writer.ts', import.meta.url))
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs the writer to its end, or kills it after so many acknowledged writes. */
function write(folder: string, killAfter?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const mode = killAfter === undefined ? 'close' : 'forever'
    const child = spawn(process.execPath, [writer, folder, mode], { stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let lines = 0
    let problem = ''
    child.stderr!.on('data', (chunk: Buffer) => {
      problem += chunk
    })
    child.stdout!.on('data', (chunk: Buffer) => {
      lines += chunk.toString().split('\n').length - 1
      if (killAfter !== undefined && lines >= killAfter) child.kill('SIGKILL')
    })
    child.on('close', (code, signal) => {
      running.delete(child)
      if (code === 0 || (signal === 'SIGKILL' && killAfter !== undefined)) resolve()
      else reject(new Error(`the writer ended with ${code ?? signal}: ${problem}`))
    })
  })
}

/** Every product is found by its present name, and by no other. */
async function expectIndexIsStore(folder: string) {
  const world = await openIndexedStore(folder)
  await world.follower.caughtUp()
  const { list } = await world.store.listByClass('product', { limit: 500 })
  const hits = await world.index.search({
    entityclass: 'product',
    query: { op: 'all' },
    sort: [],
    page: { start: 0, limit: 250 },
    fetch: [{ as: 'name', field: 'name' }],
  })
  const found = hits.rows.map(({ id, rev, values }) => `${id} ${rev} ${values['name']}`)
  expect(found.sort()).toEqual(list.map(({ id, rev }) => `${id} ${rev} name${rev}`).sort())
  expect(found.length).toBe(40)
  const { foundAtOpening } = world
  await world.close()
  return foundAtOpening
}

it('brings the index up to date after the process was killed, with and without a snapshot', async () => {
  const folder = await temporaryFolder()
  // Killed before anything of the index was on the disk.
  await write(folder.path, 120)
  expect(await expectIndexIsStore(folder.path)).toBeUndefined()
  // Closed in order, so there is a snapshot; then killed while it is behind the store.
  await write(folder.path)
  await write(folder.path, 90)
  expect(await expectIndexIsStore(folder.path)).toBeDefined()
  await folder.remove()
}, 60_000)
