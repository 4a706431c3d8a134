/** Small pieces of products for tests of rules. */
import { fixedIds, type Secrecy } from '../../shared/constants.ts'
import type { Actor } from '../../shared/model/actor.ts'
import { type FieldDefinition, fieldDefinition, type List, list } from '../../shared/model/administration.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type ListData, listData, type ProductData, productData } from '../../shared/model/product.ts'

export const base = fixedIds.list.base
/** An id that reads as what it stands for. */
export const idOf = (name: string) => `${name}-`.padEnd(36, '0')
export const ch = idOf('ch')
export const fr = idOf('fr')
export const core = idOf('core')
export const national = idOf('national')
export const other = idOf('other')

export const text = <T extends string | Record<string, string>>(textValue: T) => ({ textValue })
export const listOf = (data: Record<string, unknown> = {}): ListData => listData.parse(data)
export const productOf = (
  lists: Record<string, Record<string, unknown>>,
  more: Record<string, unknown> = {},
): ProductData => productData.parse({ ...more, listData: lists })

export const actorOf = (
  role: Actor['role'],
  institutions: { id: string; corePartner: boolean }[] = [],
  more: Partial<Actor> = {},
): Actor => ({
  account: idOf('account'),
  sub: 'sub',
  fullname: 'Test Person',
  role,
  isSuperAdmin: false,
  flags: { approval: false, responsible: false, companies: false },
  institutions,
  ...more,
})
export const company = idOf('company')
/** One of each viewer class; C and N belong to an institution of their own. */
export const viewers = {
  A: actorOf('admin'),
  C: actorOf('editor', [{ id: core, corePartner: true }]),
  N: actorOf('editor', [{ id: national, corePartner: false }]),
  R: actorOf('registered'),
  P: actorOf('registered', [], { companyLink: company }),
}

const entity = <T>(id: string, entityclass: string, data: T): Entity<T> => ({
  id,
  entityclass,
  attributeset: 'default',
  rev: 1,
  created: '2025-01-01T00:00:00.000Z',
  createdBy: '',
  updated: '2025-01-01T00:00:00.000Z',
  updatedBy: '',
  disabled: false,
  data,
})
export const lists = new Map<string, Entity<List>>(
  [
    [base, []],
    [ch, [core]],
    [fr, [national]],
  ].map(([id, institutes]) => [
    id as string,
    entity(id as string, 'list', list.parse({ title: {}, institutes, isBasedata: id === base })),
  ]),
)
export const fieldsOf = (
  ...defined: [path: string, secrecy: Secrecy, more?: Record<string, unknown>][]
): ReadonlyMap<string, Entity<FieldDefinition>> =>
  new Map(
    defined.map(([path, secrecy, more]) => [
      idOf(path),
      entity(
        idOf(path),
        'fielddefinition',
        fieldDefinition.parse({
          type: 'singleline-textfield',
          path,
          displayKey: 'main',
          title: {},
          secrecy,
          ...more,
        }),
      ),
    ]),
  )
