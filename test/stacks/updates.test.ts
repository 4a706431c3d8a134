/** Whether a stage that has the last release can be brought to this version by a deployment. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { logicalId } from '../../lib/parts/logical-id.ts'
import { obstacles, ownName, shapeOf, type Templates } from '../../scripts/release/shape.ts'
import { type ReleaseStacks, readRelease, releaseStacks } from '../../scripts/release/templates.ts'

let templates: Templates
let dependencies: ReleaseStacks['dependencies']
beforeAll(async () => {
  ;({ templates, dependencies } = await releaseStacks())
}, 120_000)

it('the last release says of its limits only what its routes have', () => {
  const { limited, names } = readRelease()
  expect(limited.length).toBeGreaterThan(0)
  expect(limited.filter((route) => !Object.hasOwn(names, `AWS::ApiGatewayV2::Route ${route}`))).toEqual([])
})

describe('a deployed stage', () => {
  it('can follow this version: nothing that it uses, is called or holds is in the way', () => {
    expect(obstacles(readRelease(), templates)).toEqual([])
  })

  const stack = (name: string) => `Inputlist-test-${name}`
  /** The templates after a change that somebody might make. */
  const changed = (name: string, change: (text: string) => string): Templates =>
    new Map(
      [...templates].map(([key, one]) => [
        key,
        key === stack(name) ? JSON.parse(change(JSON.stringify(one))) : one,
      ]),
    )
  const told = (after: Templates) => obstacles(shapeOf(templates), after)

  it('is told of a queue that is renamed: others import its export', () => {
    expect(told(changed('Queues', (text) => text.replaceAll('ImportQueue', 'ImportsQueue')))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^Inputlist-test-Queues:ExportsOutputFnGetAttImportQueueArn\w+ is gone.*exportValue/,
        ),
        expect.stringMatching(/^AWS::SQS::Queue inputlist-test-import is .*another name\.$/),
      ]),
    )
  })
  it('is told of an alarm that keeps its name under another id, or in another stack', () => {
    const id = 'ImportDeadLettersAlarm'
    const renamed = changed('Jobs', (text) => text.replaceAll(`"${id}"`, '"ImportGivenUp"'))
    expect(told(renamed)).toEqual([expect.stringContaining(`was ${stack('Jobs')}/${id}`)])
    const alarm = templates.get(stack('Jobs'))!.Resources[id]!
    const moved = new Map(
      [...templates].map(
        ([
          key,
          {
            Resources: { [id]: _, ...others },
            ...rest
          },
        ]) => [key, { ...rest, Resources: { ...others, ...(key === stack('Watch') && { [id]: alarm }) } }],
      ),
    )
    expect(told(moved)).toEqual([
      expect.stringMatching(/has moved from .*Jobs.* to .*Watch.* in the next\.$/),
    ])
  })
  it('is told of a table, a key or a pool that would be lost, or made anew', () => {
    const lost = changed('Data', (text) => text.replaceAll('TableCD117FA1', 'Table2'))
    expect(told(lost)).toContainEqual(expect.stringMatching(/\/TableCD117FA1 is gone/))
    const anew = changed('Data', (text) =>
      text.replace('"KeySchema":[{"AttributeName":"pk"', '"KeySchema":[{"AttributeName":"id"'),
    )
    expect(told(anew)).toEqual([expect.stringMatching(/^KeySchema of .* has changed/)])
    const secret = changed('Data', (text) => text.replace('"PasswordLength":48', '"PasswordLength":64'))
    expect(told(secret)).toEqual([
      expect.stringMatching(/^GenerateSecretString of .*OriginSecret has changed/),
    ])
  })
  it('is told of a call that is gone while a limit names its route', () => {
    const route = 'POST /api/log/client/error'
    expect(
      told(changed('Calls-log', (text) => text.replace(`"${route}"`, '"POST /api/log/client/other"'))),
    ).toEqual([
      expect.stringMatching(/^POST \/api\/log\/client\/error is gone, and a limit .* in the next\.$/),
    ])
    // One whose name goes on is another one.
    expect(told(changed('Calls-log', (text) => text.replace(`"${route}"`, `"${route}s"`)))).toHaveLength(1)
    // Without its limit it may go.
    const before = shapeOf(
      changed('Stage', (text) => text.replace(`"${route}"`, '"POST /api/log/client/other"')),
    )
    expect(before.limited).not.toContain(route)
  })
  it('may get what is new, and lose what nothing needs', () => {
    const less = changed('Watch', (text) =>
      text.replace('"AWS::CloudWatch::Dashboard"', '"AWS::CloudWatch::Other"'),
    )
    expect(told(less)).toEqual([])
    const before = shapeOf(templates)
    expect(obstacles({ ...before, exports: [], names: {}, kept: {} }, templates)).toEqual([])
  })
})

it('what has a name of ours has the id that follows from it', () => {
  // CDK makes these names, of where they stand.
  const byPath = ['AWS::CloudFront::Function', 'AWS::CloudFront::OriginAccessControl']
  const wrong: string[] = []
  let count = 0
  for (const { Resources } of templates.values())
    for (const [id, resource] of Object.entries(Resources)) {
      const name = /^\/?inputlist[-/]test[-/]?(.*)$/.exec(ownName(resource) ?? '')?.[1]
      if (
        name === undefined ||
        byPath.includes(resource.Type) ||
        resource.Type === 'AWS::Cognito::UserPoolDomain'
      )
        continue
      count++
      const expected = logicalId(name, resource.Type)
      if (id !== expected)
        wrong.push(`${id} of ${resource.Type} is to be ${expected}: idAfterName(…, '${name}')`)
    }
  expect(count).toBeGreaterThan(150)
  expect(wrong).toEqual([])
})

it('the edge sends its secret before the calls want it, and the page comes after them', () => {
  const stack = (name: string) => `Inputlist-test-${name}`
  const before = (name: string): string[] => dependencies.get(name)!.flatMap((one) => [one, ...before(one)])
  const calls = [...templates.keys()].filter((name) => name.includes('-Calls-'))
  expect(calls.length).toBeGreaterThan(5)
  for (const name of calls) {
    expect(before(name)).toContain(stack('Web'))
    expect(before(stack('Site'))).toContain(name)
  }
  expect(before(stack('Site'))).toContain(stack('Stage'))
})

it('workers know what calls may ask for before the calls do', () => {
  const calls = [...templates.keys()].filter((name) => name.includes('-Calls-'))
  expect(calls.length).toBeGreaterThan(5)
  for (const name of calls) expect(dependencies.get(name)).toContain('Inputlist-test-Jobs')
})

it('stacks go back in an order in which nothing is taken away that another one uses; what holds data stays', () => {
  const handbook = readFileSync('docs/operations.md', 'utf8')
  const order = /\n```\n(Site .*)\n```/
    .exec(handbook)![1]!
    .split(' ')
    .map((name) => `Inputlist-test-${name}`)
  expect([...order, 'Inputlist-test-Data'].sort()).toEqual([...templates.keys()].sort())
  const tooLate = order.flatMap((name, n) =>
    dependencies
      .get(name)!
      .flatMap((used) => (order.slice(0, n).includes(used) ? [`${name} uses ${used}`] : [])),
  )
  expect(tooLate).toEqual([])
})
