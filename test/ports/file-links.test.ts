import { request } from 'node:http'
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
  it('keep nothing of an upload that is cut off half-way; the same address takes the whole file after it', async () => {
    const t = await open()
    const body = new Uint8Array(1024 * 1024).fill(7)
    const upload = { seconds: 60, contentType: 'application/pdf', bytes: body.length }
    const link = await t.linksAt(Date.now).uploadLink('incoming/cut', upload)
    const { hostname, port } = new URL(t.base)
    await new Promise<void>((resolve) => {
      const { method, url, headers } = link
      const sender = request({
        hostname,
        port,
        path: url,
        method,
        headers: { ...headers, 'content-length': body.length },
      })
      sender.on('error', () => resolve())
      sender.write(body.subarray(0, body.length / 2), () => sender.destroy(new Error('cut off')))
    })
    expect(await t.files.has('incoming/cut')).toBe(false)
    const again = await fetch(new URL(link.url, t.base), { method: 'PUT', headers: link.headers, body })
    expect(again.status).toBe(200)
    expect((await t.files.get('incoming/cut')).body.length).toBe(body.length)
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
