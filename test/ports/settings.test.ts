import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSettings } from '../../functions/adapters/embedded/settings.ts'
import { temporaryFolder } from './embedded.ts'

it('switches maintenance by a file, without a restart', async () => {
  const folder = await temporaryFolder()
  const settings = createSettings(folder.path, {})
  expect(await settings.isMaintenance()).toBe(false)
  await writeFile(join(folder.path, 'maintenance'), '')
  expect(await settings.isMaintenance()).toBe(true)
  await rm(join(folder.path, 'maintenance'))
  expect(await settings.isMaintenance()).toBe(false)
  expect(settings.stage()).toBe('embedded')
  await folder.remove()
})
it('takes maintenance and the stage from the environment', async () => {
  const settings = createSettings('/nowhere', { MAINTENANCE: '1', STAGE: 'test' })
  expect(await settings.isMaintenance()).toBe(true)
  expect(settings.stage()).toBe('test')
})
