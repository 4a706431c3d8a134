/** The settings that the stage gives the app at run time: `/config.json`. */
import { type RuntimeConfig, runtimeConfig } from '../../shared/model/runtime-config.ts'

let loading: Promise<RuntimeConfig> | undefined

/** Loads the settings once; a failed load is tried again by the next caller. */
export function loadConfig(): Promise<RuntimeConfig> {
  loading ??= fetch('/config.json', { cache: 'no-cache' })
    .then(async (response) => {
      if (!response.ok) throw new Error(`config.json: status ${response.status}`)
      return runtimeConfig.parse(await response.json())
    })
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** The bar is red where nothing is real: on demonstration hosts and on a developer's machine. */
export const isDemoHost = (host = location.hostname) =>
  host.includes('demo') || host.includes('localhost') || host === '127.0.0.1'
