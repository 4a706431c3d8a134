import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { originSecretHeader } from '../../shared/constants.ts'
import type { Target } from './deploy.ts'

/** What the edge of a stage sends with each request to its functions. */
export async function originSecret({
  cloud,
  stage = 'local',
}: Pick<Target, 'stage'> & { cloud: Pick<Target['cloud'], 'client'> }): Promise<string> {
  const command = new GetParameterCommand({ Name: `/inputlist/${stage}/origin-secret` })
  const { Parameter } = await new SSMClient(cloud.client).send(command)
  return Parameter?.Value ?? ''
}
/** The header, for those who call the functions without an edge. */
export const throughEdge = async (target: Parameters<typeof originSecret>[0]) => ({
  [originSecretHeader]: await originSecret(target),
})
