/** Products of the index alone, in three lists each: rows are read from it. */

import { searchReference } from '../../functions/services/search/reference.ts'
import type { openEmbedded } from '../../functions/wiring/embedded.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { FieldDefinition } from '../../shared/model/administration.ts'
import { fieldCatalogue } from '../../shared/search/catalogue.ts'
import { productDocument } from '../../shared/search/product-document.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { demoAccount } from '../seed/people.ts'

type Ports = Awaited<ReturnType<typeof openEmbedded>>['ports']
const wanted = 25
const fixed = [
  'name',
  'rev',
  'created',
  'updated',
  'isNationalPartner',
  'categoryTree',
  'manufacturer',
  'responsible',
  'lists.active',
  'lists.approvedUntil',
]
let kinds = new Map<string, FieldDefinition>()
const listIds: string[] = []

/** 25 columns: of the product, and of the fields that are defined. */
export async function fieldsOfCatalogue({ reference }: Ports): Promise<string[]> {
  const search = await searchReference(reference)
  const defined = fieldCatalogue('product', search).filter(
    ({ definition, inBaseList, table }) => definition && !inBaseList && !table,
  )
  kinds = new Map(defined.map(({ definition }) => [definition!.path, definition!]))
  listIds.push(...[...search.list.keys()].slice(0, 2))
  return [...fixed, ...defined.map(({ name }) => name)].slice(0, wanted)
}

function sampleOf({ type }: FieldDefinition, i: number): object {
  if (type === 'numberfield') return { numberValue: (i % 1000) / 8 }
  if (type === 'datefield') return { dateValue: `20${10 + (i % 20)}-06-15T04:00:00.000Z` }
  if (type === 'checkbox') return { booleanValue: i % 2 === 0 }
  if (type === 'select' || type === 'treeselect') return { selectValue: `option-${i % 20}` }
  if (type === 'multiselect') return { multiselectValue: [`option-${i % 20}`] }
  return { textValue: `Text of product ${i}, short` }
}

export function documentOf(i: number) {
  const id = uuidV5(`bench/export/${i}`)
  const at = new Date(Date.UTC(2020, 0, 1) + i * 3_600_000).toISOString()
  const values = Object.fromEntries([...kinds].map(([path, field]) => [path, sampleOf(field, i)]))
  const list = {
    ...values,
    'basis-f1': { textValue: `Product ${(i * 7919) % 1_000_003} of the bench` },
    _linked: {},
    _active: true,
  }
  const lists = [...new Set([fixedIds.list.base, ...listIds])]
  const entity = {
    id,
    entityclass: 'product',
    attributeset: 'default',
    rev: 1 + (i % 9),
    created: at,
    createdBy: demoAccount('core'),
    updated: at,
    updatedBy: demoAccount('core'),
    disabled: false,
    data: { isNationalPartner: i % 3 === 0, listData: Object.fromEntries(lists.map((one) => [one, list])) },
  }
  return { id, entityclass: 'product', rev: entity.rev, document: productDocument(entity as never, {}) }
}
