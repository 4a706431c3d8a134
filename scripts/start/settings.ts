/** What `npm start` takes from the environment. */
export interface StartSettings {
  host: string
  port: number
  dataDir: string
  seed: 'demo' | 'none'
  /** `none` leaves the web app out, for those who only need the calls. */
  web: 'built' | 'none'
}

/** Reads the settings. Fails with a sentence about the one that is wrong. */
export function readSettings(environment: Record<string, string | undefined>): StartSettings {
  const wanted = environment['PORT'] || '3000'
  const port = Number(wanted)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535, it is "${wanted}".`)
  const seed = environment['SEED'] || 'demo'
  if (seed !== 'demo' && seed !== 'none') throw new Error(`SEED must be "demo" or "none", it is "${seed}".`)
  const web = environment['WEB'] || 'built'
  if (web !== 'built' && web !== 'none') throw new Error(`WEB must be "built" or "none", it is "${web}".`)
  return {
    host: environment['HOST'] || '127.0.0.1',
    port,
    dataDir: environment['DATA_DIR'] || '.data',
    seed,
    web,
  }
}
