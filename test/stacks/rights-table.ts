/** What each function may do, in words that can be read: a function, and under it a line for each resource. */
import { statements, type Template } from './build.ts'

interface Grant {
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, unknown>>
}

/** A resource by the name that it has in its stack, without the hashes of CloudFormation; a function's own log is `Logs`. */
function nameOf(address: unknown): string {
  if (typeof address === 'string') {
    const exported = /ExportsOutput(?:Ref|FnGetAtt)(\w+?)(?:[0-9A-F]{8})?(?:Arn)?[0-9A-F]{8}$/.exec(address)
    return exported ? exported[1]! : address
  }
  if (typeof address !== 'object' || address === null) return String(address)
  const [kind, value] = Object.entries(address)[0]!
  if (kind === 'Fn::Join') return (value as [string, unknown[]])[1].map(nameOf).join('')
  if (kind === 'Fn::GetAtt')
    return (value as [string])[0].replace(/[0-9A-F]{8}$/, '').replace(/^\w+(?=Logs$)/, '')
  if (kind === 'Ref') return value === 'AWS::Partition' ? 'aws' : String(value)
  return nameOf(value)
}
const list = <T>(one: T | T[]): T[] => [one].flat() as T[]

function conditionOf({ Condition }: Grant): string {
  const clauses = Object.values(Condition ?? {}).flatMap((block) =>
    Object.entries(block).map(([key, value]) => `${key} ${list(value).join(', ')}`),
  )
  return clauses.length > 0 ? ` if ${clauses.join(' and ')}` : ''
}

/** Actions of one service in short: `s3:GetObject PutObject`. */
function spelled(actions: Iterable<string>): string {
  const byService = Map.groupBy([...actions].sort(), (action) => action.split(':')[0]!)
  return [...byService]
    .map(([service, all]) => `${service}:${all.map((action) => action.split(':')[1]).join(' ')}`)
    .join(' ')
}

/** Lines of one function, by what may be done: `dynamodb:GetItem Query  Table, Table/index/by-class`. */
function linesOf(policies: unknown[]): string[] {
  const actions = new Map<string, Set<string>>()
  for (const policy of policies)
    for (const statement of statements(policy)) {
      const grant = statement as unknown as Grant
      for (const resource of list(grant.Resource)) {
        const on = `${nameOf(resource)}${conditionOf(grant)}`
        const known = actions.get(on) ?? new Set()
        for (const action of list(grant.Action)) known.add(action)
        actions.set(on, known)
      }
    }
  const byActions = Map.groupBy(actions, ([, all]) => spelled(all))
  return [...byActions]
    .map(
      ([all, on]) =>
        `  ${all} → ${on
          .map(([resource]) => resource)
          .sort()
          .join(', ')}`,
    )
    .sort()
}

/** Functions with the same rights stand under one heading. */
export function rightsTable(templates: Map<string, Template>): string {
  const byRights = new Map<string, string[]>()
  for (const { Resources } of templates.values()) {
    const all = Object.entries(Resources)
    for (const { Type, Properties } of Object.values(Resources)) {
      const name = Properties?.['FunctionName']
      if (Type !== 'AWS::Lambda::Function' || typeof name !== 'string') continue
      const [role] = (Properties!['Role'] as { 'Fn::GetAtt': [string] })['Fn::GetAtt']
      const policies = all
        .filter(
          ([, one]) =>
            one.Type === 'AWS::IAM::Policy' && JSON.stringify(one.Properties!['Roles']).includes(`"${role}"`),
        )
        .map(([, one]) => one.Properties)
      const rights = linesOf(policies).join('\n')
      byRights.set(rights, [...(byRights.get(rights) ?? []), name.replace('inputlist-test-', '')])
    }
  }
  return `${[...byRights]
    .map(([rights, names]) => `${names.sort().join('\n')}\n${rights}\n`)
    .sort()
    .join('\n')}`
}
