/** What makes a product's list valid (file 1 §5): wrappers that fit their fields, mandatory fields, category, roles. */
import { type MainCategoryKey, numberTooLarge, singleCompanyRoles } from '../constants.ts'
import type { FieldDefinition } from '../model/administration.ts'
import { emptyFieldValue, type FieldType } from '../model/field-value.ts'
import type { ListData } from '../model/product.ts'
import { isObject, type Json, pointerToken, wrapperKey } from './values.ts'

export interface ProductIssue {
  /** JSON pointer into the product's data. */
  path: string
  /** Key of the sentence in `shared/texts`. */
  key: keyof typeof productSentences
  expected: string
}
export const productSentences = {
  /** The specification's own word for a mandatory field that is empty. */
  mandatory: 'Pflichtfeld',
  noCategory: 'No category selected!',
  categoryUnknown: 'Choose a category that exists.',
  categoryDisabled: 'Disabled categories may not be selected.',
  categoryRestricted: 'This category may not be selected in this list.',
  singleRole: 'This role may be assigned only once.',
  companyUnknown: 'Choose a company that exists.',
  componentUnknown: 'Choose a component that exists.',
  fileUnknown: 'Upload the file first.',
  optionUnknown: 'Choose one of the options.',
  checklistUnknown: 'invalid checklist key',
  checklistNotHere: 'This checklist entry does not apply to this list and category.',
  checklistDates: 'Should not be earlier than the date from which it holds.',
  permitUnknown: 'Choose a permit that exists.',
  permitNotHere: 'This permit does not apply to this list and category.',
  permitTwice: 'This number is entered twice.',
  noteEmpty: 'A note needs a text or a tag.',
  hobbyUnknown: 'Choose a use that exists.',
  hobbyNotHere: 'Only lists for hobby gardeners take such uses.',
  standardNotHere: 'This standard is not available in this list.',
  mainCategoriesDiffer: 'Main categories do not match!',
  percentDecimals: 'A percentage has at most 3 decimals.',
  percentRange: 'A percentage is between 0 and 100.',
  numberTooLarge,
  foreignInstitution: 'Choose an institution of your own.',
  institutionUnknown: 'Choose an existing institution.',
} as const

export const issue = (key: ProductIssue['key'], path: string): ProductIssue => ({
  path,
  key,
  expected: productSentences[key],
})

const isText = (x: unknown) => typeof x === 'string' && x.trim() !== ''

/** Does a wrapper hold something? A checkbox that was answered is filled, also with no. */
export function isFilledValue(value: unknown): boolean {
  if (!isObject(value)) return false
  switch (wrapperKey(value)) {
    case 'textValue':
      return isObject(value.textValue) ? Object.values(value.textValue).some(isText) : isText(value.textValue)
    case 'selectValue':
    case 'dateValue':
      return isText(value.selectValue ?? value.dateValue)
    case 'multiselectValue':
      return Array.isArray(value.multiselectValue) && value.multiselectValue.length > 0
    case 'tableValue':
      return isObject(value.tableValue) && Object.keys(value.tableValue).length > 0
    case 'booleanValue':
    case 'numberValue':
      return true
    default:
      return false
  }
}

/** The value that a field has before anybody typed; undefined for buttons, which have none. */
export const emptyValue = (type: FieldType): Json | undefined => emptyFieldValue[type]

const localizedTypes = new Set<FieldType>(['multitext', 'singleline-multitext'])

/** What a wrapper of this field looks like, in words, if the value is not one; else undefined. */
export function wrapperProblem(value: unknown, type: FieldType): string | undefined {
  const empty = emptyFieldValue[type]
  if (!empty) return 'no value: the field is a button'
  const expected = Object.keys(empty)[0] as string
  const found = wrapperKey(value)
  if (found !== expected) return `an object with ${expected}`
  if (expected !== 'textValue') return undefined
  const text = (value as Json).textValue
  if (localizedTypes.has(type)) return isObject(text) ? undefined : 'texts by language in textValue'
  return typeof text === 'string' ? undefined : 'a text in textValue'
}

const wantedKeys: Partial<Record<string, string>> = {
  textValue: 'valueText',
  selectValue: 'valueOption',
  multiselectValue: 'valueOption',
  booleanValue: 'valueYesNo',
  numberValue: 'valueNumber',
  dateValue: 'valueDate',
  tableValue: 'valueTable',
}
/** Key of the sentence that says what belongs into a field; none for a button. */
export const wantedKey = (type: FieldType): string | undefined =>
  localizedTypes.has(type) ? 'valueTexts' : wantedKeys[Object.keys(emptyFieldValue[type] ?? {})[0] ?? '']

/** Is the field shown in this list, for products of this main category? Without a category, only unrestricted ones. */
export function isFieldShown(
  field: Pick<FieldDefinition, 'emptyInLists' | 'visibleInLists' | 'visibleInMainCategories'>,
  list: string,
  mainCategory: string | undefined,
): boolean {
  if (field.emptyInLists.includes(list)) return false
  if (field.visibleInLists.length && !field.visibleInLists.includes(list)) return false
  if (field.visibleInMainCategories.length === 0) return true
  return mainCategory !== undefined && field.visibleInMainCategories.includes(mainCategory as MainCategoryKey)
}

/** Does a list have values of the field? Those of a column are in the rows of its table, and a button has none. */
export const hasOwnValues = (field: Pick<FieldDefinition, 'displayType' | 'type'> | undefined): boolean =>
  field?.displayType === 'tab' && field.type !== 'button'

/** Mandatory fields of a list that hold nothing. `read` gives a value as the page shows it, linked ones too. */
export function mandatoryIssues(
  list: string,
  fields: Iterable<FieldDefinition>,
  read: (path: string) => unknown,
  mainCategory: string | undefined,
): ProductIssue[] {
  const found: ProductIssue[] = []
  for (const field of fields) {
    if (!field.mandatory || !hasOwnValues(field)) continue
    if (isFieldShown(field, list, mainCategory) && !isFilledValue(read(field.path)))
      found.push(issue('mandatory', `/listData/${list}/${pointerToken(field.path)}`))
  }
  return found
}

/** Rows beyond the first of a role that a list may assign only once. */
export function roleIssues(list: string, companies: ListData['_companies']): ProductIssue[] {
  const taken = new Set<string>()
  const found: ProductIssue[] = []
  const ordered = Object.entries(companies).sort(
    ([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1),
  )
  for (const [row, { role }] of ordered) {
    if (singleCompanyRoles.includes(role) && taken.has(role))
      found.push(issue('singleRole', `/listData/${list}/_companies/${pointerToken(row)}/role`))
    taken.add(role)
  }
  return found
}

/** Documents without a name, by which they are fetched. */
export const documentIssues = (list: string, documents: ListData['_documents'] | undefined): ProductIssue[] =>
  Object.entries(documents ?? {})
    .filter(([, { fileName }]) => fileName.trim() === '')
    .map(([row]) => issue('mandatory', `/listData/${list}/_documents/${pointerToken(row)}/fileName`))

const heldKeys = ['_companies', '_documents', '_notes', '_checklist', '_permits', '_approval'] as const
/** Does the product hold anything that is worth saving? */
export function isEmptyProduct(listData: Record<string, ListData>): boolean {
  return Object.values(listData).every(
    (list) =>
      list._category === undefined &&
      Object.keys(list._linked ?? {}).length === 0 &&
      heldKeys.every((key) => Object.keys(list[key] ?? {}).length === 0) &&
      Object.keys(list._components?.base ?? {}).length === 0 &&
      Object.keys(list._components?.additional ?? {}).length === 0 &&
      !Object.values(list).some(isFilledValue),
  )
}
