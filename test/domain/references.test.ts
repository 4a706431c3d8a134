/** The table of references knows every id that a schema has, and finds what an entity names. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { namesLayout } from '../../functions/adapters/aws/names-layout.ts'
import { entityClassNames } from '../../shared/model/entity-classes.ts'
import { entitySchemas } from '../../shared/model/entity-schemas.ts'
import { contentName, namesOf, references } from '../../shared/model/references.ts'

/** Ids that record who did something: they name nobody in the sense of the table. */
const records = [
  // Where a former name came from; it outlives the parent.
  'product /listData/*/_nameHistory/*/inheritedFrom/*/product',
  'product /listData/*/_nameHistory/*/inheritedFrom/*/list',
  'product /listData/*/_approval/*/approvalInitiatorAccountId',
  'product /listData/*/_approval/*/formerInitiatorAccountId',
  'product /listData/*/_approval/*/finalApprovalAccountId',
  'product /listData/*/_approval/*/updatedBy',
  'product /listData/*/_checklist/*/updatedBy',
  'product /listData/*/_notes/*/by',
  'product /listData/*/activatedBy',
  'product /listData/*/deactivatedBy',
  'batchjob /startedBy',
  // What a person keeps stands in nobody's way: it says what there is not any more.
  'savedsearch /inList',
  'savedsearch /visibleForInstitutions/*',
  'columnset /inList',
  'columnset /visibleForInstitutions/*',
  'exportset /inList',
  'exportset /visibleForInstitutions/*',
  'batchjob /undoes',
  // What was merged is found by its own name, and may be erased.
  'company /mergedInto/job',
  'company /mergedFrom/~',
  'company /mergedFrom/*/job',
  // Found by its product (`confirmationsName`), which may be deleted all the same.
  'listing_confirmation /productId',
  'listing_confirmation /listIds/*',
  'listing_confirmation /institutionId',
  'listing_confirmation /companyId',
  'listing_confirmation /replaces',
  'listing_confirmation /sent/replaces',
  'listing_confirmation /replacedBy',
  'listing_confirmation /sendJob',
  'listing_confirmation /sent/content/lists/*/list',
  'listing_confirmation /sent/content/lists/*/standards/*/standard',
  // Found by its company (`invoicesName`); what was billed may be deleted all the same.
  'invoice /companyId',
  'invoice /cancels',
  'invoice /cancelledBy',
  'invoice /ourSign',
  'invoice /sums/*/discount/category',
  'invoice /sums/*/productId',
  'invoice /sums/*/listId',
  'invoice /sums/*/products/*',
  'invoice /unindex/*/productId',
  'invoice /unindex/*/listId',
  'invoice /sendJob',
  'invoice /mailedAgain/job',
  // Found by what it is about and by its companies (`conversationsName`); who talked has talked.
  'conversation /context/productId',
  'conversation /context/confirmationId',
  'conversation /context/invoiceId',
  'conversation /context/requestId',
  'conversation /productId',
  'conversation /sender/id',
  'conversation /sender/assignee',
  'conversation /recipient/id',
  'conversation /recipient/assignee',
  'message /sender/id',
  'message /recipient/id',
  'message /token',
]
type Schema = {
  type?: string
  pattern?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  items?: Schema
  anyOf?: Schema[]
}
const idPattern = '^[a-z0-9-]{36}$'

/** Pointers of all ids in a schema, in the notation of the table. */
function idsIn(schema: Schema, at = ''): string[] {
  const found: string[] = []
  if (schema.pattern === idPattern) found.push(at)
  if (schema.propertyNames?.pattern === idPattern) found.push(`${at}/~`)
  for (const [key, child] of Object.entries(schema.properties ?? {}))
    found.push(...idsIn(child, `${at}/${key}`))
  if (typeof schema.additionalProperties === 'object')
    found.push(...idsIn(schema.additionalProperties, `${at}/*`))
  if (schema.items) found.push(...idsIn(schema.items, `${at}/*`))
  for (const child of schema.anyOf ?? []) found.push(...idsIn(child, at))
  return [...new Set(found)]
}

describe('the table of references', () => {
  it('holds every id of every schema, except who did something, and what people keep for themselves', () => {
    const missing: string[] = []
    for (const name of entityClassNames) {
      const schema = z.toJSONSchema(entitySchemas[name], {
        io: 'input',
        unrepresentable: 'any',
        reused: 'inline',
      })
      for (const pointer of idsIn(schema as Schema)) {
        // Rows of both levels of components have one shape.
        const known = pointer
          .replace('/_components/base/', '/_components/*/')
          .replace('/_components/additional/', '/_components/*/')
        if (!references[name].includes(known) && !records.includes(`${name} ${known}`))
          missing.push(`${name} ${known}`)
      }
    }
    expect(missing).toEqual([])
  })
  it('finds ids in keys, values, rows and chosen options, each once, and nothing else', () => {
    const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    const data = {
      derivedProductId: id(1),
      listData: {
        [id(2)]: {
          _category: id(3),
          _approval: { [id(4)]: { active: true, restrictionTextId: id(5), updatedBy: id(90) } },
          _companies: { a: { company: id(6) }, b: { company: id(6) } },
          _components: { base: { r: { component: id(7) } }, additional: { r: { component: id(8) } } },
          _risklabels: [id(9), id(10)],
          'basis-f2': { selectValue: id(11) },
          'basis-f3': { selectValue: 'own-option' },
          'basis-t1': { tableValue: { row: { _order: 1, 'basis-t1-c': { multiselectValue: [id(12)] } } } },
          'basis-f1': { textValue: id(91) },
        },
      },
    }
    expect(namesOf({ id: id(99), entityclass: 'product', data }).sort()).toEqual(
      Array.from({ length: 12 }, (_, n) => id(n + 1)),
    )
  })
  it('leaves an entity itself out, finds people by their sign-in and files by their content', () => {
    const own = '00000000-0000-4000-8000-000000000001'
    expect(namesOf({ id: own, entityclass: 'category', data: { parent: own } })).toEqual([])
    expect(namesOf({ id: own, entityclass: 'account', data: { ssoUsers: ['a', 'b'] } })).toEqual([
      'sso:a',
      'sso:b',
    ])
    // Who could sign in once is found by another name: they may not use it.
    expect(
      namesOf({ id: own, entityclass: 'account', data: { ssoUsers: ['a'], formerSsoUsers: ['b'] } }),
    ).toEqual(['sso:a', 'former-sso:b'])
    const file = { hash: 'a9993e364706816aba3e25717850c26c9cd0d89d' }
    expect(namesOf({ id: own, entityclass: 'uploadedfile', data: file })).toEqual([contentName(file.hash)])
    expect(namesOf({ id: own, entityclass: 'label', data: { parent: own } })).toEqual([])
  })
})

it('a change of the table decides whether stored entities have to be looked at again', () => {
  const digest = createHash('sha256').update(JSON.stringify(references)).digest('hex').slice(0, 12)
  expect(
    { namesLayout, digest },
    'If entities that are stored already may name more now, raise namesLayout; then write both down here.',
  ).toEqual({ namesLayout: 4, digest: '546f265c27bf' })
})
