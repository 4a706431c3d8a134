/** What the data of an administration class must be besides its schema (file 1 §5, "Administration data"). */
import { fixedIds } from '../../../shared/constants.ts'
import { CallError, invalidInput, ruleViolated } from '../../../shared/errors.ts'
import type { Biostandard, Category, FieldDefinition, List } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { fieldPathPattern } from '../../../shared/model/field-value.ts'
import { isObject } from '../../../shared/rules/values.ts'

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

function parentRules(entityclass: EntityClassName, id: string, data: Data, others: Others): void {
  const parent = data['parent'] as string | undefined
  if (parent === undefined) return
  if (!others.has(parent))
    throw invalidInput([{ path: '/parent', expected: 'expected an entry that exists' }])
  for (let at: string | undefined = parent, steps = 0; at !== undefined; steps++) {
    if (at === id || steps > others.size)
      throw ruleViolated('An entry cannot be below itself.', {
        key: 'parentCycle',
        issues: [{ path: '/parent', expected: 'An entry cannot be below itself.', key: 'parentCycle' }],
      })
    at = others.get(at)?.data['parent'] as string | undefined
  }
  const above = others.get(parent)?.data as Category | undefined
  if (entityclass === 'category' && above?.mainCategoryKey !== data['mainCategoryKey'])
    throw ruleViolated('Main categories do not match!', {
      key: 'mainCategoriesDiffer',
      issues: [{ path: '/mainCategoryKey', expected: 'the main category of the parent' }],
    })
}

function standardRules(id: string, data: Biostandard, others: Others): void {
  const others_ = [...others.values()].filter((o) => o.id !== id && !o.disabled)
  if (data.baseApproval && others_.some((o) => (o.data as Biostandard).baseApproval))
    throw ruleViolated('Another basic test already exists.', {
      key: 'baseStandardExists',
      issues: [
        { path: '/baseApproval', expected: 'Another basic test already exists.', key: 'baseStandardExists' },
      ],
    })
  const seen = new Set([id])
  for (let at = data.dependency; at !== undefined; ) {
    if (!others.has(at) && at !== id)
      throw invalidInput([{ path: '/dependency', expected: 'expected a standard that exists' }])
    if (seen.has(at))
      throw ruleViolated('A standard cannot depend on itself.', {
        key: 'dependencyCycle',
        issues: [
          { path: '/dependency', expected: 'A standard cannot depend on itself.', key: 'dependencyCycle' },
        ],
      })
    seen.add(at)
    at = (others.get(at)?.data as Biostandard | undefined)?.dependency
  }
}

function fieldRules(id: string, data: FieldDefinition, others: Others): void {
  const invalid = (path: string) =>
    ruleViolated('Path is invalid.', {
      key: 'fieldPathInvalid',
      issues: [{ path, expected: 'Path is invalid.', key: 'fieldPathInvalid' }],
    })
  if (!fieldPathPattern.test(data.path)) throw invalid('/path')
  if (data.displayType === 'table') {
    const table = [...others.values()].find(
      (o) => (o.data as FieldDefinition).path === data.displayKey && o.data['type'] === 'table',
    )
    if (!table || table.id === id || !data.path.startsWith(`${data.displayKey}-`))
      throw invalid('/displayKey')
  }
  if ([...others.values()].some((o) => o.id !== id && (o.data as FieldDefinition).path === data.path))
    throw pathTaken()
  const options = new Set(data.options.map((o) => o.id))
  if (options.size !== data.options.length)
    throw invalidInput([{ path: '/options', expected: 'expected options with different ids' }])
}
export const pathTaken = () =>
  new CallError('duplicate', 'Path already exists for another field.', {
    key: 'fieldPathTaken',
    path: '/path',
    issues: [{ path: '/path', expected: 'Path already exists for another field.', key: 'fieldPathTaken' }],
  })

function listRules(id: string, data: List): void {
  if (data.isBasedata !== (id === fixedIds.list.base))
    throw ruleViolated('There is exactly one base list.', {
      key: 'oneBaseList',
      issues: [{ path: '/isBasedata', expected: 'There is exactly one base list.', key: 'oneBaseList' }],
    })
}

/** Refuses data that fits its schema but not its class. `others` may contain the entity itself. */
export function checkClassRules(
  entityclass: EntityClassName,
  id: string,
  data: Record<string, unknown>,
  others: Others,
): void {
  if (treeClasses.has(entityclass)) parentRules(entityclass, id, data, others)
  else if (entityclass === 'biostandard') standardRules(id, data as unknown as Biostandard, others)
  else if (entityclass === 'fielddefinition') fieldRules(id, data as unknown as FieldDefinition, others)
  else if (entityclass === 'list') listRules(id, data as unknown as List)
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
/** Refuses to delete what the program itself relies on. */
export function checkMayGo(id: string): void {
  if (fixed.has(id))
    throw ruleViolated('This entry belongs to Inputlist itself and cannot be deleted.', {
      key: 'entryIsFixed',
    })
}
