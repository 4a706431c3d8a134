/** Which grants of roles nobody has needed, by the requests that were seen. */

export interface Statement {
  Effect: string
  Action: string | string[]
  Resource: string | string[]
  Condition?: Record<string, Record<string, string | string[]>>
}
export interface Asked {
  role: string
  action: string
  resource: string
  context?: Record<string, string | string[]>
}

const list = <T>(one: T | T[]): T[] => [one].flat() as T[]
const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  )
const isLike = (value: string, patterns: string[]) => patterns.some((one) => patternOf(one).test(value))

/** The operators that our roles use. `ForAllValues` holds, as in AWS, also of a request that has no such value. */
const operators: Record<string, (values: string[], expected: string[]) => boolean> = {
  StringEquals: (values, expected) => values.some((one) => expected.includes(one)),
  'ForAllValues:StringLike': (values, expected) => values.every((one) => isLike(one, expected)),
}

/** Errors: a condition has an operator that this does not know. */
function isMet(condition: Statement['Condition'], context: Asked['context']): boolean {
  const byKey = new Map(Object.entries(context ?? {}).map(([key, value]) => [key.toLowerCase(), value]))
  return Object.entries(condition ?? {}).every(([operator, block]) => {
    const holds = operators[operator]
    if (!holds) throw new Error(`What ${operator} asks is not known here`)
    return Object.entries(block).every(([key, expected]) =>
      holds(list(byKey.get(key.toLowerCase()) ?? []), list(expected)),
    )
  })
}
const spelled = (condition: Statement['Condition']): string => {
  const clauses = Object.values(condition ?? {}).flatMap((block) =>
    Object.entries(block).map(([key, expected]) => `${key} ${list(expected).join(', ')}`),
  )
  return clauses.length > 0 ? ` if ${clauses.join(' and ')}` : ''
}

/**
 * Grants of roles that none of these requests needed: one line per role, action, resource and condition. A request that
 * two statements grant counts as a use of both.
 */
export function unusedGrants(statements: Record<string, Statement[]>, used: Asked[]): string[] {
  const byRole = Map.groupBy(used, ({ role }) => role)
  const unused = new Set<string>()
  for (const [role, granted] of Object.entries(statements))
    for (const { Effect, Action, Resource, Condition } of granted) {
      if (Effect !== 'Allow') continue
      const met = (byRole.get(role) ?? []).filter(({ context }) => isMet(Condition, context))
      for (const action of list(Action))
        for (const resource of list(Resource)) {
          const [isAction, isResource] = [patternOf(action), patternOf(resource)]
          if (!met.some((one) => isAction.test(one.action) && isResource.test(one.resource)))
            unused.add(`${role} ${action} ${resource}${spelled(Condition)}`)
        }
    }
  return [...unused].sort()
}
