/**
 * The app of these tests: each of the runner's workers has one of its own, so that two files at once do not meet. A
 * deployed stage, or an app that runs already, is the only one, and then files run one after another.
 */
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    apps: { url: string; dataDir: string }[]
  }
}

function ours() {
  const apps = inject('apps')
  return apps[(Number(process.env['VITEST_POOL_ID']) - 1) % apps.length]!
}

/** Address of the running app, without a slash at the end. */
export const appUrl = (): string => ours().url
/** Its data folder. */
export const dataDir = (): string => ours().dataDir
