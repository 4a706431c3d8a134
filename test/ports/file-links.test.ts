import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFileLinks } from '../../functions/adapters/embedded/file-links.ts'
import { createFileStore } from '../../functions/adapters/embedded/file-store.ts'
import { filesExtra } from '../../functions/runtime/gateway/files.ts'
import { startGateway } from '../../functions/runtime/gateway/server.ts'
import { temporaryFolder } from './embedded.ts'
import { fileLinksContract } from './file-links.suite.ts'

async function open() {
  const folder = await temporaryFolder()
  const files = createFileStore(join(folder.path, 'files'))
  const gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    handle: () => Promise.reject(new Error('no call is made here')),
    webFolder: join(folder.path, 'web'),
    log: () => undefined,
    extras: [filesExtra(openFileLinks(folder.path), files)],
  })
  return {
    folder: folder.path,
    files,
    linksAt: (now: () => number) => openFileLinks(folder.path, now),
    base: gateway.url,
    async close() {
      await gateway.stop()
      await folder.remove()
    },
  }
}
fileLinksContract('embedded gateway', open)

describe('file links of the embedded gateway', () => {
  it('let nothing of a file run: no script, no guess at its type, no frame around the app', async () => {
    const t = await open()
    await t.files.put('uploads/page.html', new TextEncoder().encode('<script>alert(1)</script>'), 'text/html')
    const link = await t.linksAt(Date.now).linkTo('uploads/page.html', { seconds: 60 })
    const { headers } = await fetch(new URL(link, t.base))
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    await t.close()
  })
  it('are signed, or nothing', async () => {
    const t = await open()
    await t.files.put('uploads/a', Uint8Array.of(1), 'text/plain')
    for (const address of [
      '/files/uploads/a',
      '/files/uploads/a?expires=9999999999',
      '/files/',
      '/files/../x',
    ])
      for (const method of ['GET', 'HEAD', 'PUT', 'POST'])
        expect((await fetch(`${t.base}${address}`, { method })).status, `${method} ${address}`).toBe(
          address.includes('..') ? 404 : 403,
        )
    await t.close()
  })
  it('of another data folder are not believed', async () => {
    const [t, other] = [await open(), await open()]
    await t.files.put('uploads/a', Uint8Array.of(1), 'text/plain')
    const link = await other.linksAt(Date.now).linkTo('uploads/a', { seconds: 60 })
    expect((await fetch(new URL(link, t.base))).status).toBe(403)
    await t.close()
    await other.close()
  })
})
