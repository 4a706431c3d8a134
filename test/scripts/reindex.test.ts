import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { reindex } from '../../scripts/reindex.ts'
import { holdFolder } from '../fixtures/hold-folder.ts'
import { openEmbeddedStore, temporaryFolder } from '../ports/embedded.ts'
import { entity, newId } from '../ports/store-under-test.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let said: string[]
const run = () => reindex(folder.path, (line) => said.push(line))
beforeEach(async () => {
  folder = await temporaryFolder()
  said = []
})
afterEach(() => folder.remove())

async function fill() {
  const t = await openEmbeddedStore({ folder: folder.path })
  for (let i = 0; i < 3; i++) {
    await t.store.put(entity(newId(), { title: { de_DE: `Land ${i}` } }, 'country'), { expectRev: 0 })
  }
  await t.close()
}
/** Another process that works on the folder, as the app does. */
async function pretendRunning(url?: string) {
  const { kill } = await holdFolder(folder.path)
  onTestFinished(kill)
  if (url) await writeFile(join(folder.path, 'running.url'), url)
}
async function appThatAnswers(status: number, body: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
    request.resume()
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return { asked, url: `http://127.0.0.1:${port}`, close }
}

it('builds the index of a folder that nobody works on', async () => {
  await fill()
  await run()
  expect(said.at(-1)).toMatch(/holds 3 documents/)
  await run()
  expect(said).toHaveLength(2)
})
it('asks the running app to do it', async () => {
  await fill()
  const app = await appThatAnswers(200, '{"done":true}')
  await pretendRunning(app.url)
  await run()
  expect(app.asked).toEqual(['POST /_dev/reindex application/json'])
  expect(said.at(-1)).toMatch(/in use/)
  await app.close()
})
it('says what the app answered if it could not', async () => {
  await fill()
  const app = await appThatAnswers(507, 'no room')
  await pretendRunning(app.url)
  await expect(run()).rejects.toThrow(/507: no room/)
  await app.close()
})
it('says so where the app is still starting, and where there is nothing', async () => {
  await expect(run()).rejects.toThrow(/no Inputlist in/)
  await fill()
  await pretendRunning()
  await expect(run()).rejects.toThrow(/still starting/)
})
