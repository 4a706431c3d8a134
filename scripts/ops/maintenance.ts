import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { type Command, UsageError } from './command.ts'
import type { Operator } from './operator.ts'

const parameterOf = ({ stage }: Operator) => `/inputlist/${stage}/maintenance`

/** Whether maintenance is on, and since when. */
export async function readMaintenance(o: Operator): Promise<{ isOn: boolean; since?: Date }> {
  const command = new GetParameterCommand({ Name: parameterOf(o) })
  const { Parameter } = await new SSMClient(o.client).send(command)
  return { isOn: Parameter?.Value === 'on', since: Parameter?.LastModifiedDate }
}

export async function setMaintenance(o: Operator, isOn: boolean): Promise<void> {
  const change = {
    Name: parameterOf(o),
    Value: isOn ? 'on' : 'off',
    Overwrite: true,
    Type: 'String',
  } as const
  await new SSMClient(o.client).send(new PutParameterCommand(change))
}

/** Switches every call but the status off and on, without a deployment. */
export const maintenance: Command = {
  usage: 'on | off',
  async run(o, { positionals: [value] }) {
    if (value !== 'on' && value !== 'off') throw new UsageError('Should maintenance be on or off?')
    await setMaintenance(o, value === 'on')
    o.say(`Maintenance of ${o.stage} is ${value}, for everybody within 15 seconds.`)
    return true
  },
}
