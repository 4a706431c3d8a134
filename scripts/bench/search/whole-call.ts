/**
 * The questions as requests to the Lambda's handler: all steps around a call, the cloud's adapters, the table on its own engine.
 * What is kept in a container's memory is kept here, as in a function that people have been asking for a while.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as z from 'zod'
import { Dynamo } from '../../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../../functions/adapters/aws/entity-store.ts'
import { createReferenceData } from '../../../functions/adapters/aws/reference-data.ts'
import { systemClock } from '../../../functions/adapters/common/clock.ts'
import { openTokenSigner } from '../../../functions/adapters/embedded/token-signer.ts'
import type { SearchIndex } from '../../../functions/ports/search-index.ts'
import type { Call } from '../../../functions/runtime/call.ts'
import type { HttpEvent } from '../../../functions/runtime/http.ts'
import { lambdaOfCall } from '../../../functions/runtime/lambda.ts'
import { isCallName, loadCall } from '../../../functions/wiring/calls.ts'
import { aggregatesearch } from '../../../shared/calls/bml/product/aggregatesearch.ts'
import { count } from '../../../shared/calls/bml/product/count.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import type { Contract, Envelope, OutputOf } from '../../../shared/contract.ts'
import { createTable, startDynamo } from '../../cloud/dynamo-local.ts'
import { actorOf } from '../index-catalogue.ts'
import type { BenchCatalogue } from './catalogue.ts'
import { columns, deepSize, filterOf, pageSize } from './questions.ts'
import type { Answer, Ask, Subject, User } from './subject.ts'

type InputOf<C extends Contract> = z.input<C['input']>

const table = 'bench'
const sub = 's'
const accountOf: Record<User, string> = {
  admin: 'a0000000-0000-4000-8000-000000000001',
  restricted: 'a0000000-0000-4000-8000-000000000002',
}

/** What filters, columns and rights are compiled with, in the table: lists, fields, institutions, the two people. */
async function fillTable(store: ReturnType<typeof createEntityStore>, of: BenchCatalogue): Promise<void> {
  const put = (entityclass: string, id: string, data: Record<string, unknown>) => {
    const at = systemClock.now()
    const by = accountOf.admin
    const stamps = { created: at, createdBy: by, updated: at, updatedBy: by }
    const entity = { id, entityclass, attributeset: entityclass, rev: 1, ...stamps, disabled: false, data }
    return store.put(entity, { expectRev: 0 })
  }
  const people = Object.entries(accountOf)
  for (const [user, id] of people)
    await put('account', id, {
      active: true,
      registrationOptionName: 'editor',
      ssoUsers: [sub],
      staticData: { fullname: user, isAdmin: user === 'admin' },
      userData: { selectedUiLanguage: 'de_DE' },
    })
  const institutes = [...of.reference.list.values()].flatMap(
    ({ data }) => (data as { institutes: string[] }).institutes,
  )
  for (const id of new Set([...institutes, ...of.restricted])) {
    const users = of.restricted.includes(id) ? [accountOf.restricted] : []
    await put('institution', id, { title: { de_DE: id }, users, corePartner: false })
  }
  for (const entityclass of ['list', 'fielddefinition'] as const)
    for (const [id, { data }] of of.reference[entityclass])
      await put(entityclass, id, data as Record<string, unknown>)
}

const eventOf = ({ name, method }: Contract, token: string, input: unknown): HttpEvent => ({
  rawPath: `/api/${name}`,
  rawQueryString: '',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  requestContext: {
    requestId: 'bench',
    http: { method, path: `/api/${name}`, sourceIp: '127.0.0.1' },
  },
  body: Buffer.from(JSON.stringify(input)).toString('base64'),
  isBase64Encoded: true,
})

/** Asks by whole calls. Needs a JDK, for the table. */
export async function wholeCallSubject(
  name: string,
  index: SearchIndex,
  of: BenchCatalogue,
): Promise<Subject & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-bench-call-'))
  const dynamo = await startDynamo()
  await createTable(dynamo.client, table)
  const noFile = () => Promise.reject(new Error('nothing of the benchmark is so large'))
  const entities = createEntityStore({
    dynamo: new Dynamo(dynamo.client, table),
    bucket: { put: noFile, get: noFile, delete: noFile },
  })
  await fillTable(entities, of)
  const tokens = await openTokenSigner(folder, systemClock)
  const ports = {
    index,
    entities,
    tokens,
    reference: createReferenceData(entities),
    clock: systemClock,
    settings: {
      isMaintenance: async () => false,
      originSecrets: async () => [],
      hasPresence: () => true,
      stage: () => 'bench',
      version: () => 'bench',
    },
  }
  const handlers = new Map<string, ReturnType<typeof lambdaOfCall>>()
  const handlerOf = (call: string) => {
    const known = handlers.get(call)
    if (known) return known
    const load = async (): Promise<Call> => {
      const found = isCallName(call) ? await loadCall(call) : undefined
      if (!found) throw new Error(`there is no call ${call}`)
      return found
    }
    const made = lambdaOfCall(load, ports)
    handlers.set(call, made)
    return made
  }
  async function asked(user: User): Promise<Ask> {
    const { flags, role } = actorOf(user === 'admin' ? 'admin' : 'editor', [])
    const claims = { sub, account: accountOf[user], role, flags, institutions: [] }
    let signed = await tokens.sign(claims)
    const call = async <C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> => {
      if (signed.expires * 1000 < Date.now() + 60_000) signed = await tokens.sign(claims)
      const result = await handlerOf(contract.name)(eventOf(contract, signed.jwt, input))
      const answer = JSON.parse(result.body) as Envelope<OutputOf<C>>
      if (!answer.ok) throw new Error(`${contract.name}: ${answer.message}`)
      return answer.data
    }
    return async (question, cursors): Promise<Answer> => {
      const filter = filterOf(question)
      const asking = { ...(filter && { attributeFilter: filter }), columns }
      const rowsOf = async (more: Omit<InputOf<typeof search>, 'columns'>) => {
        const { list, count: all, cursor } = await call(search, { sorting: ['name:asc'], ...asking, ...more })
        return { answer: { count: all, rows: list.length }, cursor }
      }
      const page = (start: number, limit: number) => ({ pagination: { start, limit } })
      switch (question.kind) {
        case 'name':
          return (await rowsOf({ name: question.name, ...page(0, pageSize) })).answer
        case 'ten': {
          if (!question.isCount) return (await rowsOf(page(0, pageSize))).answer
          return { count: (await call(count, { attributeFilter: filter })).count, rows: 0 }
        }
        case 'page':
          return (await rowsOf(page(0, question.limit))).answer
        case 'deep': {
          const key = String(question.isActive)
          const cursor = cursors.get(key) as string | undefined
          const at = cursor === undefined ? page(0, deepSize) : { pagination: { cursor, limit: deepSize } }
          const found = await rowsOf(at)
          cursors.set(key, found.cursor)
          return found.answer
        }
        case 'sorted':
          return (
            await rowsOf({ sorting: [`lists.${question.field}:desc`], ...page(question.start, pageSize) })
          ).answer
        case 'group': {
          const { buckets } = await call(aggregatesearch, {
            attributeFilter: filter,
            targetField: 'category',
          })
          return { count: buckets.reduce((sum, bucket) => sum + bucket.count, 0), rows: buckets.length }
        }
      }
    }
  }
  return {
    name,
    as: { admin: await asked('admin'), restricted: await asked('restricted') },
    async stop() {
      await dynamo.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
