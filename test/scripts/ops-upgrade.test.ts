/** After a deployment over an older Inputlist: the doctor says what is left to do, the upgrade does it. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Client } from '@opensearch-project/opensearch'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { namesLayout } from '../../functions/adapters/aws/names-layout.ts'
import {
  type Family,
  families,
  type IndexForm,
  indexForm,
} from '../../functions/adapters/aws/search/mapping.ts'
import { findOutdated, reindexAfter } from '../../scripts/index-form.ts'
import type { Args } from '../../scripts/ops/command.ts'
import { table } from '../../scripts/ops/doctor/data.ts'
import { examine, spell } from '../../scripts/ops/doctor/finding.ts'
import { aliases, form } from '../../scripts/ops/doctor/index-there.ts'
import { createOperator, type Operator } from '../../scripts/ops/operator.ts'
import { upgrade } from '../../scripts/ops/upgrade.ts'
import { readRelease } from '../../scripts/release/templates.ts'
import { fieldDefinitions } from '../../scripts/seed/fields.ts'
import { fixedIds } from '../../shared/constants.ts'
import { plainBucket } from '../fixtures/plain-bucket.ts'
import { openEmbeddedStore } from '../ports/embedded.ts'
import { plainIndex } from '../ports/plain-index.ts'
import { entity, newId } from '../ports/store-under-test.ts'

type Forms = Partial<Record<Family, Partial<IndexForm>>>
const today: Record<Family, IndexForm> = {
  product: indexForm('product'),
  company: indexForm('company'),
  generic: indexForm('generic'),
}
const { made, documentVersion } = today.product
/** Of the version before: with other fields and other documents of products. Its indices did not say which documents. */
const older: Forms = { ...today, product: { made: 'older', documentVersion: documentVersion - 1 } }

/** A search domain of which it is known what its indices were made for; a family that is left out has none. */
const searching = (forms: Forms) =>
  ({
    indices: {
      putSettings: async () => ({}),
      async getMapping({ index }: { index: string }) {
        const _meta = forms[index.replace('inputlist-test-', '') as Family]
        return _meta
          ? { statusCode: 200, body: { [`${index}-first`]: { mappings: { _meta } } } }
          : { statusCode: 404, body: { error: {}, status: 404 } }
      },
    },
    close: async () => {},
  }) as unknown as Client

const client = { region: 'eu-central-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } }
let lines: string[] = []
const operator = (more: Partial<Operator>): Operator => ({
  ...createOperator({ stage: 'test', client, say: (line) => lines.push(line) }),
  output: async () => 'items',
  table: async () => new Dynamo(new DynamoDBClient(client), 'items'),
  ...more,
})
const documents = mockClient(DynamoDBDocumentClient)
const dynamo = mockClient(DynamoDBClient)
beforeEach(() => {
  lines = []
  documents.reset()
  dynamo.reset()
})

describe('an index of another version', () => {
  it('is told from that of this version, family by family', async () => {
    const found = (forms: Forms) => findOutdated(searching(forms), 'inputlist-test')
    expect(await found(today)).toEqual([])
    // What is made next has the form of today.
    expect(await found({})).toEqual([])
    expect(await found(older)).toEqual([
      `product: documents of version ${documentVersion - 1}, not ${documentVersion}, other fields`,
    ])
    expect(await found({ product: { made }, company: { ...today.company, made: 'older' } })).toEqual([
      `product: documents of an unknown version, not ${documentVersion}`,
      'company: other fields',
    ])
  })
  it('is named by the doctor, with the command', async () => {
    const look = async (forms: Forms) =>
      (await examine(operator({ searchClient: async () => searching(forms) }), form)).map(spell)
    expect(await look(today)).toEqual(['✓ The index is of this version'])
    expect(await look(older)).toEqual([
      `✗ The index is not of this version (product: documents of version ${documentVersion - 1}, not ${documentVersion}, other fields): searches may miss what is there → npm run ops -- reindex --stage test`,
    ])
  })
  it('is named by the doctor where searches cannot read it at all', async () => {
    const look = async (written: string) => {
      const indexOf = (family: Family) => ({
        [`inputlist-test-${family}-first`]: {
          aliases: { [`inputlist-test-${family}`]: {}, [`inputlist-test-${family}-${written}`]: {} },
        },
      })
      const body = Object.assign({}, ...families.map(indexOf))
      const client = { indices: { getAlias: async () => ({ body }) }, close: async () => {} }
      const searchClient = async () => client as unknown as Client
      return (await examine(operator({ searchClient }), aliases)).map(spell)
    }
    expect(await look('columns')).toEqual(['✓ 3 indices have their names'])
    expect((await look('all'))[0]).toBe(
      '✗ inputlist-test-product-first has a shape that this version cannot read: searches of it answer 503 → npm run ops -- upgrade --stage test',
    )
  })
  it('is told who releases a version that needs another one', () => {
    expect(reindexAfter(today)).toBeUndefined()
    expect(reindexAfter({ ...today, ...older } as typeof today)).toBe(
      `This version needs a reindex (product: documents of version ${documentVersion - 1}, not ${documentVersion}, other fields). After the deployment: npm run ops -- upgrade`,
    )
  })
  it('is recorded with each release', () => {
    expect(Object.keys(readRelease().index).sort()).toEqual([...families].sort())
  })
})

describe('the upgrade', () => {
  let embedded: Awaited<ReturnType<typeof openEmbeddedStore>>
  const id = newId()
  beforeAll(async () => {
    embedded = await openEmbeddedStore()
    await embedded.store.put(entity(id, { baseData: { name: 'Alpha' } }, 'company'), { expectRev: 0 })
  })
  afterAll(() => embedded.close())

  async function upgraded(forms: Forms, args: Omit<Args, 'positionals'> = {}) {
    documents.on(ScanCommand).resolves({})
    documents.on(PutCommand).resolves({})
    documents.on(DeleteCommand).resolves({})
    const index = plainIndex()
    const o = operator({
      files: async () => plainBucket() as unknown as Awaited<ReturnType<Operator['files']>>,
      store: async () => embedded.store as unknown as Awaited<ReturnType<Operator['store']>>,
      withIndex: (work) => work(index, searching(forms)),
    })
    expect(await upgrade.run(o, { ...args, positionals: [] })).toBe(true)
    return index.documents().map((one) => one.id)
  }
  it('builds an index of another version anew, and says why', async () => {
    expect(await upgraded(older)).toEqual([id])
    expect(lines[1]).toMatch(
      /^The index is not of this version \(product: .* other fields\)\. It is built anew/,
    )
    expect(lines.at(-1)).toMatch(/^The new index is in use, with 1 documents/)
  })
  it('adds to field definitions what this version says more of them, and says so', async () => {
    const { id: field, data } = fieldDefinitions.find((one) => 'code' in one.data)!
    const { code, ...older } = data as { code: string }
    const stored = entity(field, older, 'fielddefinition')
    await embedded.store.put({ ...stored, updatedBy: fixedIds.account.system }, { expectRev: 0 })
    await upgraded(today)
    expect(lines[1]).toMatch(/^✓ 1 field definitions/)
    expect((await embedded.store.get(field))!.data).toEqual({ ...older, code })
  })
  it('leaves an index of this version as it is', async () => {
    expect(await upgraded(today)).toEqual([])
    expect(lines.at(-1)).toBe('✓ The index is of this version.')
    expect(documents.commandCalls(DeleteCommand)).toEqual([])
  })
  it('builds it all the same where it is told to do so again, and lets nothing be deleted meanwhile', async () => {
    expect(await upgraded(today, { again: true })).toContain(id)
    expect(lines[1]).toMatch(/^The index may have been written to by a version before\. It is built anew/)
    const ofMark = (call: { args: [{ input: { Key?: unknown; Item?: { pk?: string } } }] }) =>
      call.args[0].input
    expect(documents.commandCalls(DeleteCommand).map(ofMark)).toMatchObject([{ Key: { pk: 'L#names' } }])
    expect(documents.commandCalls(PutCommand).map(ofMark)).toMatchObject([
      { Item: { pk: 'L#names', layout: namesLayout } },
    ])
  })
})

it('the doctor says of a table of an older version what is refused, why, and what helps', async () => {
  dynamo.on(DescribeTableCommand).resolves({
    Table: {
      TableStatus: 'ACTIVE',
      DeletionProtectionEnabled: true,
      GlobalSecondaryIndexes: [{ IndexName: 'by-class', IndexStatus: 'ACTIVE' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    },
  })
  dynamo.on(DescribeContinuousBackupsCommand).resolves({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    },
  })
  dynamo.on(DescribeTimeToLiveCommand).resolves({
    TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' },
  })
  const look = async () => (await examine(operator({}), table)).map(spell)
  documents.on(QueryCommand).resolves({ Items: [] })
  documents.on(GetCommand).resolves({ Item: { pk: 'L#names', sk: 'L', layout: namesLayout } })
  expect(await look()).toEqual([
    '✓ The table is active, with stream, time to live and point-in-time recovery',
  ])
  documents.on(QueryCommand).resolves({ Items: [{ pk: 'E#1', sk: 'HEAD' }] })
  documents.on(GetCommand).resolves({})
  const command = '→ npm run ops -- upgrade --stage test'
  expect(await look()).toEqual([
    expect.stringMatching(
      new RegExp(`^✗ Deleting, and changing .* basic test, is refused: .* without noting .* ${command}$`),
    ),
    expect.stringMatching(
      new RegExp(`^✗ Entities that an older version wrote .* slows saves .* ${command}$`),
    ),
  ])
})
