/** The emulated cloud (S3, SQS, SES, KMS, Cognito, SSM) for tests: on a free port, with a folder that goes with it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  askEmulator,
  type Emulator as Started,
  startEmulator as start,
} from '../../scripts/cloud/emulator.ts'

export { missingForEmulator } from '../../scripts/cloud/emulator.ts'

export interface Emulator extends Pick<Started, 'endpoint' | 'client' | 'stop'> {
  /** A request of one of the JSON protocols, for services whose client only tests would need. */
  ask<T>(target: string, body: unknown): Promise<T>
}

export async function startEmulator(): Promise<Emulator> {
  const folder = await mkdtemp(join(tmpdir(), 'emulator-'))
  const { endpoint, client, stop } = await start({ folder })
  return {
    endpoint,
    client,
    ask: (target, body) => askEmulator(endpoint, target, body),
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
