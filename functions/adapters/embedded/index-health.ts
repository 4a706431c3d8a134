import type { IndexHealth } from '../../ports/index-health.ts'

/** The index in this process is there as long as the process is. */
export const inProcess: IndexHealth = { state: async () => 'ok' }
