import { originSecretHeader } from '../../shared/constants.ts'
import { readOriginSecret } from '../ops/rotate-origin-secret.ts'
import type { Target } from './deploy.ts'

/** What the edge of a stage sends with each request to its functions. */
export const originSecret = async ({
  cloud,
  stage = 'local',
}: Pick<Target, 'stage'> & { cloud: Pick<Target['cloud'], 'client'> }): Promise<string> =>
  (await readOriginSecret({ client: cloud.client, stage })).current
/** The header, for those who call the functions without an edge. */
export const throughEdge = async (target: Parameters<typeof originSecret>[0]) => ({
  [originSecretHeader]: await originSecret(target),
})
