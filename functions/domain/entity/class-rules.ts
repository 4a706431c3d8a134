/** What the data of an administration class must be besides its schema (file 1 §5, "Administration data"). */

import { fixedIds } from '../../../shared/constants.ts'
import type { Issue } from '../../../shared/errors.ts'
import type {
  Biostandard,
  Category,
  FieldDefinition,
  Institution,
  List,
} from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { isDataOf } from '../../../shared/model/entity-data.ts'
import { fieldPathPattern } from '../../../shared/model/field-path.ts'
import { ibanSentence, isIban } from '../../../shared/rules/iban.ts'
import { percentFault } from '../../../shared/rules/percent.ts'
import { productSentences } from '../../../shared/rules/product-validity.ts'
import { type Refusal, refuse, refuseInput, refuseRule } from '../../../shared/rules/refusal.ts'
import { isObject } from '../../../shared/rules/values.ts'
import { isPrefixTaken, type NamedInstitutions, prefixOf } from '../invoice/sender.ts'

/** The entities of the same class, by id. */
export type Others = ReadonlyMap<string, Entity>
type Data = Record<string, unknown>

/** Classes whose entries have a parent of the same class. */
export const treeClasses: ReadonlySet<EntityClassName> = new Set(['category', 'component', 'hobbygarden'])

/** Numbers that staff typed: the category's number as a float, an option's order as an integer, 0 if it is none. */
export function readTyped(entityclass: EntityClassName, data: unknown): unknown {
  if (!isObject(data)) return data
  if (entityclass === 'category' && typeof data['number'] === 'string') {
    const number = Number.parseFloat(data['number'].replace(',', '.'))
    const { number: _, ...rest } = data
    return Number.isFinite(number) ? { ...rest, number } : rest
  }
  if (entityclass === 'selectoption' && 'order' in data && typeof data['order'] !== 'number') {
    const order = Number.parseInt(String(data['order']), 10)
    return { ...data, order: Number.isFinite(order) ? order : 0 }
  }
  return data
}

/** A related entity that does not exist. */
export const idNotFound = (path: string): Issue => ({ path, expected: 'id not found', key: 'idNotFound' })

/** A broken rule that stands at one field of the form. */
const broken = (key: string, sentence: string, path: string, expected = sentence): Refusal =>
  refuseRule(key, sentence, { issues: [{ path, expected, key }] })

function parentRefusal(
  entityclass: EntityClassName,
  id: string,
  data: Data,
  others: Others,
): Refusal | undefined {
  const parent = data['parent'] as string | undefined
  if (parent === undefined) return undefined
  if (!others.has(parent)) return refuseInput([idNotFound('/parent')])
  for (let at: string | undefined = parent, steps = 0; at !== undefined; steps++) {
    if (at === id || steps > others.size)
      return broken('parentCycle', 'An entry cannot be below itself.', '/parent')
    at = others.get(at)?.data['parent'] as string | undefined
  }
  const above = others.get(parent)?.data as Category | undefined
  if (entityclass === 'category' && above?.mainCategoryKey !== data['mainCategoryKey'])
    return broken(
      'mainCategoriesDiffer',
      'Main categories do not match!',
      '/mainCategoryKey',
      'the main category of the parent',
    )
  return undefined
}

function standardRefusal(id: string, data: Biostandard, others: Others): Refusal | undefined {
  const rest = [...others.values()].filter((o) => o.id !== id && !o.disabled)
  if (data.baseApproval && rest.some((o) => (o.data as Biostandard).baseApproval))
    return broken('baseStandardExists', 'Another basic test already exists.', '/baseApproval')
  const seen = new Set([id])
  for (let at = data.dependency; at !== undefined; ) {
    if (!others.has(at) && at !== id) return refuseInput([idNotFound('/dependency')])
    if (seen.has(at)) return broken('dependencyCycle', 'A standard cannot depend on itself.', '/dependency')
    seen.add(at)
    at = (others.get(at)?.data as Biostandard | undefined)?.dependency
  }
  return undefined
}

function fieldRefusal(id: string, data: FieldDefinition, others: Others): Refusal | undefined {
  const invalid = (path: string) => broken('fieldPathInvalid', 'Path is invalid.', path)
  if (!fieldPathPattern.test(data.path)) return invalid('/path')
  if (data.displayType === 'table') {
    const table = [...others.values()].find(
      (o) => (o.data as FieldDefinition).path === data.displayKey && o.data['type'] === 'table',
    )
    if (!table || table.id === id || !data.path.startsWith(`${data.displayKey}-`))
      return invalid('/displayKey')
  }
  if ([...others.values()].some((o) => o.id !== id && (o.data as FieldDefinition).path === data.path))
    return pathTaken()
  const groups = new Set(data.groups.map((group) => group.id))
  const strayed = data.options.findIndex(({ group }) => group && !groups.has(group))
  if (strayed >= 0) return broken('groupInvalid', 'invalid group designation', `/options/${strayed}/group`)
  const options = new Set(data.options.map((o) => o.id))
  return options.size === data.options.length
    ? undefined
    : refuseInput([{ path: '/options', expected: 'expected options with different ids' }])
}
const pathTaken = (): Refusal =>
  refuse('duplicate', 'Path already exists for another field.', {
    key: 'fieldPathTaken',
    path: '/path',
    issues: [{ path: '/path', expected: 'Path already exists for another field.', key: 'fieldPathTaken' }],
  })

const listRefusal = (id: string, data: List): Refusal | undefined =>
  data.isBasedata === (id === fixedIds.list.base)
    ? undefined
    : broken('oneBaseList', 'There is exactly one base list.', '/isBasedata')

/** Only what is entered is judged: what was stored earlier keeps nobody from saving the rest. */
function institutionRefusal(
  id: string,
  is: Institution,
  was: Partial<Institution>,
  others: Others,
): Refusal | undefined {
  const { iban = '', vatPercent } = is
  // Screens, invoices and mails name it.
  const isNameless = ({ title = {} }: Partial<Institution>) =>
    Object.values(title).every((text) => !text?.trim())
  if (isNameless(is) && (was.title === undefined || !isNameless(was)))
    return refuseInput([{ path: '/title', expected: 'expected a value', key: 'valueMissing' }])
  if (iban !== was.iban && iban.trim() !== '' && !isIban(iban))
    return broken('ibanInvalid', ibanSentence, '/iban')
  const fault =
    vatPercent !== undefined && vatPercent !== was.vatPercent ? percentFault(vatPercent) : undefined
  if (fault) return broken(fault, productSentences[fault], '/vatPercent')
  const prefix = prefixOf(is)
  if (prefix === undefined || prefix === prefixOf(was)) return undefined
  return isPrefixTaken(id, prefix, others as NamedInstitutions)
    ? broken('internalNameTaken', 'Another institution has this internal name.', '/internalName')
    : undefined
}

/** Why data that fits its schema does not fit its class. `others` may contain the entity itself; `stored`: its data so far. */
export function classRefusal(
  entityclass: EntityClassName,
  id: string,
  data: Record<string, unknown>,
  others: Others,
  stored: Record<string, unknown> = {},
): Refusal | undefined {
  if (treeClasses.has(entityclass)) return parentRefusal(entityclass, id, data, others)
  const state = { entityclass, data }
  if (isDataOf('biostandard', state)) return standardRefusal(id, state.data, others)
  if (isDataOf('fielddefinition', state)) return fieldRefusal(id, state.data, others)
  if (isDataOf('institution', state)) return institutionRefusal(id, state.data, stored, others)
  return isDataOf('list', state) ? listRefusal(id, state.data) : undefined
}

/** All entries below one, the deepest first. */
export function descendants(
  id: string,
  others: Others,
  above: ReadonlySet<string> = new Set([id]),
): Entity[] {
  const children = [...others.values()].filter(
    (o) => o.data['parent'] === id && !o.disabled && !above.has(o.id),
  )
  return children.flatMap((child) => [...descendants(child.id, others, new Set([...above, child.id])), child])
}

const fixed: ReadonlySet<string> = new Set([
  ...Object.values(fixedIds.mainCategory),
  ...Object.values(fixedIds.list),
  ...Object.values(fixedIds.contactFunction),
  ...Object.values(fixedIds.account),
])
/** Why an entry cannot be deleted: the program itself relies on it. */
export const fixedRefusal = (id: string): Refusal | undefined =>
  fixed.has(id)
    ? refuseRule('entryIsFixed', 'This entry belongs to Inputlist itself and cannot be deleted.')
    : undefined
