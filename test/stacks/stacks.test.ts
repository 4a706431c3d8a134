import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { headKey, putItems } from '../../functions/adapters/aws/entity-items.ts'
import { portOf, type Use } from '../../functions/runtime/ports.ts'
import type { Parts } from '../../lib/app.ts'
import { stackOfCall } from '../../lib/parts/call-stacks.ts'
import { findParts } from '../../lib/parts/find-parts.ts'
import { logicalId } from '../../lib/parts/logical-id.ts'
import { ownName } from '../../scripts/release/shape.ts'
import { organisationStage } from '../../scripts/stage-examples.ts'
import { catalogue } from '../../shared/catalogue.ts'
import { maxReceiveCount } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type Built, build, resourcesOf, statements, type Template } from './build.ts'
import { rightsTable } from './rights-table.ts'

let parts: Parts
/** A small stage with passwords, and a large one of an organisation with its own provider and domain. */
let small: Built
let large: Built
let templates: Map<string, Template>
const every = (type: string) => [...templates.values()].flatMap((template) => resourcesOf(template, type))
beforeAll(async () => {
  parts = await findParts()
  small = build(parts)
  large = build(parts, { ...organisationStage, INPUTLIST_STAGE: 'prod' })
  templates = small.templates
}, 120_000)

/** Without what changes with every build of the same stacks: hashes of assets. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/[0-9a-f]{64}/g, '«hash»')
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'CDKMetadata' && key !== 'BootstrapVersion')
      .map(([key, one]) => [key, masked(one)]),
  )
}
describe('the stacks', () => {
  /** Resources of one function in a stack: all whose ids have its name, in either spelling. */
  const partOf = (stack: string, name: string) =>
    Object.fromEntries(
      Object.entries(templates.get(`Inputlist-test-${stack}`)!.Resources).filter(([id]) =>
        id.toLowerCase().includes(name),
      ),
    )
  const golden = (name: string) => `./golden/${name}`

  it('make a call and a worker of what was agreed on', async () => {
    for (const [name, part] of [
      ['call.template', partOf('Calls-bml', 'bmlproductsave')],
      ['worker.template', partOf('Jobs', 'pdf')],
    ] as const) {
      expect(Object.keys(part).length).toBeGreaterThan(5)
      await expect(`${JSON.stringify(masked(part), null, 1)}\n`).toMatchFileSnapshot(golden(name))
    }
  })

  it('give each function the rights that were agreed on', async () => {
    await expect(rightsTable(templates)).toMatchFileSnapshot(golden('rights.txt'))
  })

  it('keep what holds data, encrypted, also when their stack goes', () => {
    const kept = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::OpenSearchService::Domain']
    const found = [...kept, 'AWS::Cognito::UserPool'].flatMap((type) => {
      const all = every(type)
      expect(all.length, type).toBeGreaterThan(0)
      return all.map((one) => `${type} ${one.DeletionPolicy}`)
    })
    // The site is made anew by each deployment.
    expect(found.filter((one) => !one.endsWith(' Retain'))).toEqual(['AWS::S3::Bucket Delete'])
    const [table] = every('AWS::DynamoDB::GlobalTable')
    const [replica] = table!.Properties!['Replicas'] as Record<string, unknown>[]
    expect(replica).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { KMSMasterKeyId: expect.anything() },
    })
    for (const { Properties } of every('AWS::SQS::Queue')) expect(Properties).toHaveProperty('KmsMasterKeyId')
    for (const { Properties } of every('AWS::SNS::Topic')) expect(Properties).toHaveProperty('KmsMasterKeyId')
    for (const { Properties } of every('AWS::Logs::LogGroup'))
      expect(Properties).toHaveProperty('RetentionInDays')
    const keys = every('AWS::KMS::Key').map(({ DeletionPolicy, Properties }) =>
      Properties!['KeyUsage'] ? 'signs' : `${DeletionPolicy} ${Properties!['EnableKeyRotation']}`,
    )
    expect(keys).toContain('Retain true')
  })

  it('stay well below what a stack may hold', () => {
    for (const [name, template] of templates)
      expect(resourcesOf(template).length, name).toBeLessThanOrEqual(400)
  })

  it('have no finding that nobody has explained, and no warning', () => {
    for (const { findings, warnings } of [small, large]) {
      expect(findings).toEqual([])
      expect(warnings).toEqual([])
    }
  })

  it('put every call behind the authoriser, but those that are public by contract', () => {
    const routes = every('AWS::ApiGatewayV2::Route').map(({ Properties: p = {} }) => ({
      key: p['RouteKey'],
      isOpen: p['AuthorizationType'] !== 'CUSTOM' || !p['AuthorizerId'],
    }))
    const contracts = Object.values(catalogue).map(({ name, method, access }) => ({
      key: `${method} /api/${name}`,
      isOpen: access === 'public' || access === 'single-sign-on',
    }))
    const byKey = (a: { key: unknown }, b: { key: unknown }) => String(a.key).localeCompare(String(b.key))
    const openToAll = { key: 'GET /public/{proxy+}', isOpen: true }
    expect(routes.sort(byKey)).toEqual([...contracts, openToAll].sort(byKey))
  })

  it('let everybody sign in at once, and take few reports of browsers', () => {
    const [stage] = every('AWS::ApiGatewayV2::Stage')
    const { RouteSettings: routes, DefaultRouteSettings: others } = stage!.Properties as {
      RouteSettings: Record<string, { ThrottlingRateLimit: number }>
      DefaultRouteSettings: { ThrottlingRateLimit: number }
    }
    const rateOf = (route: string) => routes[route]!.ThrottlingRateLimit
    expect(rateOf('POST /api/auth/domain/login')).toBeGreaterThanOrEqual(100)
    expect(rateOf('POST /api/auth/domain/login')).toBeLessThan(others.ThrottlingRateLimit)
    expect(rateOf('POST /api/log/client/error')).toBeLessThanOrEqual(10)
  })

  it('have the edge keep no error, and replace none', () => {
    const [edge] = every('AWS::CloudFront::Distribution')
    const { CustomErrorResponses: answers } = edge!.Properties!['DistributionConfig'] as {
      CustomErrorResponses: Record<string, number>[]
    }
    const kept = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]
    expect(answers).toEqual(kept.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })))
  })

  it('have the edge send the secret that functions want, of which no template shows the value', () => {
    const edge = JSON.stringify(templates.get('Inputlist-test-Web'))
    expect(edge).toMatch(
      /"HeaderName":"x-inputlist-origin-secret","HeaderValue":\{"Fn::Join":\["",\["\{\{resolve:secretsmanager:",\{"Fn::ImportValue":"[^"]*OriginSecret[^"]*"\},":SecretString:current::\}\}"\]\]\}/,
    )
    const [secret, ...others] = every('AWS::SecretsManager::Secret')
    expect(others).toEqual([])
    expect(secret!.Properties).toMatchObject({
      GenerateSecretString: { GenerateStringKey: 'current', SecretStringTemplate: '{}', PasswordLength: 48 },
    })
    expect(secret!.Properties).not.toHaveProperty('SecretString')
    const variables = every('AWS::Lambda::Function').flatMap(({ Properties: p }) => {
      const all = (p!['Environment'] as { Variables?: Record<string, unknown> } | undefined)?.Variables
      return all && 'ORIGIN_SECRET' in all ? [JSON.stringify(all['ORIGIN_SECRET'])] : []
    })
    expect(variables.length).toBeGreaterThanOrEqual(Object.keys(catalogue).length)
    expect(new Set(variables).size).toBe(1)
    expect(variables[0]).toContain('OriginSecret')
  })

  it('let uploads that nobody completes end after two days, and parts of exports', () => {
    const rules = every('AWS::S3::Bucket').flatMap(
      ({ Properties }) =>
        (Properties?.['LifecycleConfiguration'] as { Rules: Record<string, unknown>[] } | undefined)?.Rules ??
        [],
    )
    for (const prefix of ['incoming/', 'export-parts/'])
      expect(rules.filter(({ Prefix }) => Prefix === prefix)).toEqual([
        expect.objectContaining({ ExpirationInDays: 2, Status: 'Enabled' }),
      ])
  })

  it('leave to ops what ops switch: no deployment puts it back', () => {
    expect(every('AWS::SSM::Parameter')).toEqual([])
  })

  it('let a switch for maintenance be seen by every call', () => {
    const functions = [...templates]
      .filter(([name]) => name.includes('-Calls-'))
      .flatMap(([, template]) => resourcesOf(template, 'AWS::Lambda::Function'))
    expect(functions.length).toBe(Object.keys(catalogue).length)
    for (const { Properties: p } of functions)
      expect((p!['Environment'] as { Variables: object }).Variables).toHaveProperty('MAINTENANCE')
  })

  it('allow no action with a star, but to CDK’s own uploader and each key to its account', () => {
    const starred: string[] = []
    for (const [name, template] of templates)
      for (const [id, resource] of Object.entries(template.Resources)) {
        if (resource.Type === 'AWS::KMS::Key' || id.startsWith('Upload')) continue
        for (const { Effect, Action } of statements(resource.Properties))
          if (Effect === 'Allow' && [Action].flat().some((action) => action.includes('*')))
            starred.push(`${name}/${id}: ${Action}`)
      }
    expect(starred).toEqual([])
  })

  it('let nobody write whose call only reads', () => {
    const actionsOf = (name: string) => {
      const id = new RegExp(`^${name.replaceAll(/[^a-z]/g, '')}RoleDefaultPolicy`)
      const template = templates.get(`Inputlist-test-Calls-${stackOfCall(name)}`)!
      return Object.entries(template.Resources)
        .filter(([key]) => id.test(key))
        .flatMap(([, { Properties }]) => [...statements(Properties)].flatMap(({ Action }) => Action))
    }
    const writing = /^(dynamodb:(Put|Update|Delete|BatchWrite)|s3:(Put|Delete)|es:ESHttpPut|sqs:|kms:Encrypt)/
    const readers = parts.calls.filter(
      ({ contract, uses }) =>
        !contract.idempotent &&
        uses.every(
          (use) =>
            !['entities', 'noteMarks', 'drafts', 'index', 'files', 'jobs', 'links'].includes(use) &&
            !use.startsWith('jobs:'),
        ),
    )
    expect(readers.length).toBeGreaterThan(15)
    for (const { contract } of readers) {
      const actions = actionsOf(contract.name)
      expect(actions.length, contract.name).toBeGreaterThan(2)
      expect(
        actions.filter((action) => writing.test(action)),
        contract.name,
      ).toEqual([])
    }
  })

  it('let who reads files hear of one that is not there', () => {
    // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html, "Permissions": to others it answers 403, not 404.
    const silenced: string[] = []
    let readers = 0
    for (const template of templates.values())
      for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
        if (Type !== 'AWS::IAM::Policy' || id.startsWith('CustomCDK')) continue
        const granted = [...statements(Properties)] as { Action: string | string[]; Condition?: object }[]
        const having = (action: string) => granted.filter(({ Action }) => [Action].flat().includes(action))
        if (having('s3:GetObject').length === 0) continue
        readers++
        if (!having('s3:ListBucket').some(({ Condition }) => !Condition)) silenced.push(id)
      }
    expect(readers).toBeGreaterThan(50)
    expect(silenced).toEqual([])
  })

  it('let who saves an entity change, without writing it anew, each item that a save changes so', () => {
    const saved = {
      entity: { id: 'a', entityclass: 'product' } as Entity,
      head: {},
      revision: {},
      expectRev: 1,
    }
    const raised = putItems('items', {
      ...saved,
      won: [],
      lost: [],
      counters: [{ name: 'invoice', by: 1 }],
      turn: { counter: 'turn', at: 1 },
      memory: undefined,
    }).flatMap(({ Update }) => (Update ? [String(Update.Key?.['pk'])] : []))
    expect(raised).toEqual(['C#invoice'])
    const policies = Object.values(partOf('Calls-bml', 'bmlproductsaveroledefaultpolicy'))
    const allowed = policies
      .flatMap(({ Properties }) => [...statements(Properties)])
      .filter(({ Action }) => [Action].flat().includes('dynamodb:UpdateItem'))
      .map((statement) => JSON.stringify(statement))
    for (const pk of [headKey('a').pk, ...raised])
      expect(allowed.some((statement) => statement.includes(`"${pk.slice(0, 2)}*"`))).toBe(true)
  })

  it('say in every alarm where to read on, and tell somebody', () => {
    const headings = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map((m) =>
      m[1]!.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
    )
    const alarms = every('AWS::CloudWatch::Alarm')
    expect(alarms.length).toBeGreaterThan(Object.keys(catalogue).length)
    for (const { Properties: p } of alarms) {
      const paragraph = /docs\/operations\.md#([a-z-]+)$/.exec(String(p!['AlarmDescription']))?.[1]
      expect(headings, String(p!['AlarmName'])).toContain(paragraph)
      expect(p!['AlarmActions']).toHaveLength(1)
    }
  })

  it('let a function feed its own queue only where that chain is known to end', () => {
    const allowed = [...templates.values()]
      .flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'))
      .filter(({ Properties }) => Properties!['RecursiveLoop'] === 'Allow')
      .map(({ Properties }) => String(Properties!['FunctionName']).replace('inputlist-test-workers-', ''))
    const chains = parts.workers.filter(({ limits }) => limits.chain).map(({ jobKind }) => jobKind)
    expect(allowed.sort()).toEqual(chains.flatMap((kind) => [kind, `${kind}-dead-letters`]).sort())
    expect(chains.sort()).toEqual([
      'confirmation',
      'expiry',
      'export',
      'flag',
      'import',
      'invoice',
      'invoice-run',
      'merge',
      'message-mail',
      'note-mail',
      'pdf',
      'reindex',
      'report',
      'unindex',
    ])
    // Nobody else may send to its own.
    for (const { jobKind, uses, deadUses, limits } of parts.workers)
      if ([...uses, ...deadUses].some((use) => use === 'jobs' || use === `jobs:${jobKind}`))
        expect([jobKind, limits.chain]).toEqual([jobKind, expect.any(String)])
  })
  it('send to the queues that they name, a worker to its own; to all only who aborts whatever job', () => {
    const queuesOf = (uses: readonly Use[]) => uses.filter((use) => portOf(use) === 'jobs')
    for (const { jobKind, uses, deadUses } of parts.workers)
      expect([queuesOf(uses), queuesOf(deadUses)]).toEqual([[`jobs:${jobKind}`], [`jobs:${jobKind}`]])
    const senders = parts.calls
      .map(({ contract, uses }) => [contract.name, queuesOf(uses)] as const)
      .filter(([, queues]) => queues.length > 0)
    expect(Object.fromEntries(senders)).toMatchObject({
      'batch/job/abort': ['jobs'],
      'batch/job/undo': ['jobs:flag', 'jobs:merge'],
      'bml/export/run': ['jobs:export'],
    })
    expect(senders.filter(([, queues]) => queues.includes('jobs'))).toHaveLength(1)
  })
  it('work on no more units at once than a kind says, whatever the batch', () => {
    const sources = resourcesOf(templates.get('Inputlist-test-Jobs')!, 'AWS::Lambda::EventSourceMapping')
    for (const { jobKind, limits } of parts.workers) {
      const source = sources.find(({ Properties }) =>
        new RegExp(`ExportsOutputFnGetAtt${logicalId(jobKind, 'Queue')}Arn`).test(
          JSON.stringify(Properties!['EventSourceArn']),
        ),
      )!
      const { BatchSize, ScalingConfig } = source.Properties as {
        BatchSize: number
        ScalingConfig: { MaximumConcurrency: number }
      }
      const units = BatchSize * ScalingConfig.MaximumConcurrency
      expect([jobKind, units <= limits.atOnce, units * 2 > limits.atOnce]).toEqual([jobKind, true, true])
    }
  })
  it('have room for two browsers in the temporary folder of who prints', () => {
    const storage = resourcesOf(templates.get('Inputlist-test-Jobs')!, 'AWS::Lambda::Function').flatMap(
      ({ Properties: p }) =>
        p!['Layers'] ? [[String(p!['FunctionName']).split('-').at(-1), p!['EphemeralStorage']]] : [],
    )
    expect(Object.fromEntries(storage)).toEqual({
      pdf: { Size: 1024 },
      report: { Size: 1024 },
      confirmation: { Size: 1024 },
      invoice: { Size: 1024 },
    })
  })
  it('receive a message five times at least before it is given up: throttling counts, too', () => {
    const queues = resourcesOf(templates.get('Inputlist-test-Queues')!, 'AWS::SQS::Queue')
    const counts = queues.flatMap(({ Properties }) => {
      const policy = Properties!['RedrivePolicy'] as { maxReceiveCount: number } | undefined
      return policy ? [policy.maxReceiveCount] : []
    })
    expect(counts.length).toBeGreaterThanOrEqual(parts.workers.length * 2)
    expect(new Set(counts)).toEqual(new Set([maxReceiveCount]))
    expect(maxReceiveCount).toBeGreaterThanOrEqual(5)
  })
  it('keep what a schedule could not send, and refuse one that nobody would work on', () => {
    const schedules = every('AWS::Scheduler::Schedule')
    expect(schedules.length).toBeGreaterThan(0)
    for (const { Properties } of schedules)
      expect(JSON.stringify((Properties!['Target'] as Record<string, unknown>)['DeadLetterConfig'])).toMatch(
        /ParkedQueueArn/,
      )
    const on = { INPUTLIST_YEARLY_RUN: 'on' }
    const withoutWorker = {
      ...parts,
      workers: parts.workers.filter(({ jobKind }) => jobKind !== 'invoice-run'),
    }
    expect(() => build(withoutWorker)).toThrow('Schedules without a worker: yearly-invoices')
    const jobs = build(parts, on).templates.get('Inputlist-test-Jobs')!
    const states = (schedules: { Properties?: object }[]) =>
      schedules.map(({ Properties }) => (Properties as { State: string }).State).sort()
    expect(states(resourcesOf(jobs, 'AWS::Scheduler::Schedule'))).toEqual(['ENABLED', 'ENABLED', 'ENABLED'])
    // What nobody has to decide on is on all the same.
    expect(states(schedules)).toEqual(['DISABLED', 'ENABLED', 'ENABLED'])
  })
  it('give a message back only when its worker has given it up', () => {
    const template = templates.get('Inputlist-test-Jobs')!
    const queues = resourcesOf(templates.get('Inputlist-test-Queues')!, 'AWS::SQS::Queue')
    for (const { jobKind, limits } of parts.workers) {
      const worker = resourcesOf(template, 'AWS::Lambda::Function').find(
        ({ Properties }) => Properties!['FunctionName'] === `inputlist-test-workers-${jobKind}`,
      )!
      const queue = queues.find(({ Properties }) => Properties!['QueueName'] === `inputlist-test-${jobKind}`)!
      const timeout = Number(worker.Properties!['Timeout'])
      expect(timeout).toBeGreaterThan(limits.seconds)
      expect(timeout).toBeLessThanOrEqual(900)
      expect(Number(queue.Properties!['VisibilityTimeout'])).toBeGreaterThan(timeout)
    }
  })
  it('have a taker for each dead letter, and an alarm for each that is kept', () => {
    const sources = JSON.stringify(every('AWS::Lambda::EventSourceMapping'))
    const alarms = every('AWS::CloudWatch::Alarm').map(({ Properties: p }) => p!['AlarmName'])
    for (const { jobKind } of parts.workers) {
      expect(sources).toContain(`ExportsOutputFnGetAtt${logicalId(`${jobKind}-dead-letters`, 'Queue')}Arn`)
      expect(alarms).toContain(`inputlist-test-${jobKind}-dead-letters`)
    }
    expect(alarms).toContain('inputlist-test-stream-dead-letters')
  })

  it('of two stages share no name, and carry their stage as a tag', () => {
    const namesOf = (all: Map<string, Template>) =>
      [...all.values()].flatMap((template) =>
        resourcesOf(template).flatMap((resource) => {
          const name = ownName(resource)
          return name === undefined ? [] : `${resource.Type} ${name}`
        }),
      )
    const names = namesOf(templates)
    expect(names.length).toBeGreaterThan(100)
    expect(new Set(names).size).toBe(names.length)
    expect(namesOf(large.templates).filter((name) => names.includes(name))).toEqual([])
    const [table] = every('AWS::DynamoDB::GlobalTable')
    expect(JSON.stringify(table!.Properties)).toContain('{"Key":"stage","Value":"test"}')
  })
})
