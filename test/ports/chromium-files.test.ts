import { mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { unpackChromium } from '../../functions/adapters/common/pdf/chromium-files.ts'
import { packedChromium } from '../../functions/adapters/embedded/pdf-maker.ts'
import { temporaryFolder } from './embedded.ts'

it('unpacks the browser whole for several at once, and clears away what killed ones have left', async () => {
  const folder = await temporaryFolder()
  const left = join(folder.path, 'inputlist-chromium-0-x.draft-old')
  await mkdir(left)
  await utimes(left, 0, 0)
  const all = await Promise.all([1, 2].map(() => unpackChromium(packedChromium(), folder.path)))
  expect(all[0]).toEqual(all[1])
  const { executable, fontSettings, libraries } = all[0]!
  expect((await stat(executable)).size).toBeGreaterThan(100e6)
  expect((await stat(executable)).mode & 0o777).toBe(0o700)
  expect(await readdir(libraries)).toContain('libnss3.so')
  expect(await readdir(join(dirname(fontSettings), 'fonts', 'Open_Sans'))).toHaveLength(3)
  // The folder and nothing beside it.
  expect(await readdir(folder.path)).toHaveLength(1)
  const before = await stat(executable)
  await unpackChromium(packedChromium(), folder.path)
  expect((await stat(executable)).mtimeMs).toBe(before.mtimeMs)
  await folder.remove()
}, 120_000)
