import { readFileSync } from 'node:fs'

/** Version of the package: what the app and `system/status` say that they are. */
export const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }
