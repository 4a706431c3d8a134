import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation'
import { stackOfCall } from '../../../lib/parts/call-stacks.ts'
import { catalogue } from '../../../shared/catalogue.ts'
import type { Operator } from '../operator.ts'
import { type Check, fine, see, wrong } from './finding.ts'

const families = [...new Set(Object.values(catalogue).map(({ name }) => stackOfCall(name)))]
/** Stacks of a stage, without its name; the firewall lives in another region, and is a setting (lib/app.ts). */
export const stackNames = [
  ...['Data', 'Identity', 'Queues', 'Api', 'Web', 'Stage', 'Public'],
  ...families.map((family) => `Calls-${family}`),
  ...['Jobs', 'Site', 'Watch'],
]
/** On one machine a script brings the site's files. */
const isThere = (name: string, { isLocal }: Pick<Operator, 'isLocal'>) => !(isLocal && name === 'Site')
/** What other commands and the deployment need to know of a stage. */
export const outputs: Record<string, string[]> = {
  Data: ['TableName', 'FilesBucket', 'IndexEndpoint', 'IndexShards', 'Sender'],
  Identity: ['PoolId', 'ClientId'],
  Api: ['ApiId'],
  Web: ['SiteBucket', 'Address'],
}
const complete = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE']

export const stacks: Check = {
  name: 'The stacks',
  async look({ client, stage, isLocal }: Operator) {
    const prefix = `Inputlist-${stage}-`
    const states = new Map<string, string>()
    for await (const page of paginateDescribeStacks({ client: new CloudFormationClient(client) }, {}))
      for (const { StackName = '', StackStatus = '' } of page.Stacks ?? [])
        if (StackName.startsWith(prefix)) states.set(StackName.slice(prefix.length), StackStatus)
    if (states.size === 0)
      return wrong(`There is no stack of ${stage} in this account and region`, see('deploy'))
    const missing = stackNames.filter((name) => isThere(name, { isLocal }) && !states.has(name))
    const ill = [...states].filter(([, state]) => !complete.includes(state))
    return [
      ...(missing.length > 0 ? [wrong(`Stacks that are not there: ${missing.join(', ')}`, 'deploy')] : []),
      ...ill.map(([name, state]) =>
        wrong(
          `The stack ${name} is ${state}`,
          state.endsWith('IN_PROGRESS')
            ? 'wait until the deployment has ended'
            : 'read its events, deploy again',
        ),
      ),
      ...(missing.length + ill.length === 0 ? [fine(`${states.size} stacks are there and complete`)] : []),
    ]
  },
}

export const outputsThere: Check = {
  name: 'The outputs of the stacks',
  async look(o) {
    const missing: string[] = []
    for (const [stack, names] of Object.entries(outputs)) {
      const values = await o.outputs(stack)
      missing.push(...names.filter((name) => !values[name]).map((name) => `${stack}.${name}`))
    }
    return missing.length > 0
      ? wrong(`Outputs that are not there: ${missing.join(', ')}`, 'deploy this version')
      : fine('The stacks say what scripts need to know')
  },
}
