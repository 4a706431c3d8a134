import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../ports/settings.ts'

/**
 * Maintenance is on while the file `maintenance` lies in the data folder, or with MAINTENANCE=1 in the environment.
 * Looked up at each question: switching needs no restart.
 */
export function createSettings(
  dataDir: string,
  environment: Record<string, string | undefined> = process.env,
): Settings {
  const file = join(dataDir, 'maintenance')
  return {
    async isMaintenance() {
      if (environment['MAINTENANCE'] === '1') return true
      return stat(file).then(
        () => true,
        () => false,
      )
    },
    originSecrets: async () => [],
    hasPresence: () => environment['INPUTLIST_PRESENCE'] !== 'off',
    stage: () => environment['STAGE'] ?? 'embedded',
    version: () => environment['VERSION'] ?? 'unknown',
  }
}
