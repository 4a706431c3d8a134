import {
  DeleteParameterCommand,
  GetParameterCommand,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm'
import { maintenanceParameter } from '../../lib/parts/maintenance.ts'
import { type Command, UsageError } from './command.ts'
import type { Operator } from './operator.ts'

const parameterOf = ({ stage }: Operator) => maintenanceParameter(stage)

/** Does it, where the parameter is there: it is not while maintenance is off. */
async function whereThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if ((error as { name?: string }).name === 'ParameterNotFound') return undefined
    throw error
  }
}

/** Whether maintenance is on, and since when. */
export async function readMaintenance(o: Operator): Promise<{ isOn: boolean; since?: Date }> {
  const command = new GetParameterCommand({ Name: parameterOf(o) })
  const found = await whereThere(() => new SSMClient(o.client).send(command))
  return { isOn: found?.Parameter?.Value === 'on', since: found?.Parameter?.LastModifiedDate }
}

/** Only ops have this parameter: no deployment makes it or puts it back, and a stage that is destroyed leaves none behind. */
export async function setMaintenance(o: Operator, isOn: boolean): Promise<void> {
  const ssm = new SSMClient(o.client)
  const Name = parameterOf(o)
  if (isOn) await ssm.send(new PutParameterCommand({ Name, Value: 'on', Overwrite: true, Type: 'String' }))
  else await whereThere(() => ssm.send(new DeleteParameterCommand({ Name })))
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
