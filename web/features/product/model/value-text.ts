import type {
  ApprovalRow,
  CompanyRow,
  ComponentRow,
  DisplaySettings,
  DocumentRow,
  PermitRow,
} from '../../../../shared/model/product.ts'
import { isObject } from '../../../../shared/rules/values.ts'
import { fieldText, plainText } from './field-text.ts'
import { definitionIn, fixedField } from './fixed-fields.ts'
import { flagTitle } from './flags.ts'
import {
  answerText,
  approvalText,
  type ChecklistRow,
  companyText,
  componentText,
  displayText,
  documentText,
  type InvoiceItem,
  invoiceItemText,
  permitText,
} from './row-text.ts'
import type { Words } from './words.ts'

/** Any value of a list by its key, in words; of rows by the row's id, which for an approval is its standard. */
export function valueText(key: string, value: unknown, words: Words, row?: string): string {
  if (value === undefined || value === null) return ''
  if (isObject(value) && typeof value.link === 'string') return plainText(value, words)
  if (key === '_category') return words.lookup.categoryTitle(String(value)) ?? words.t('category.unknown')
  if (key === '_companies' && isObject(value) && 'company' in value)
    return companyText(value as unknown as CompanyRow, words)
  if (key === '_components' && isObject(value) && 'component' in value)
    return componentText(value as unknown as ComponentRow, words)
  if (key === '_documents' && isObject(value) && 'fileName' in value)
    return documentText(value as unknown as DocumentRow, words)
  if (key === '_approval' && isObject(value)) return approvalText(row, value as unknown as ApprovalRow, words)
  if (key === '_responsible' && isObject(value))
    return [words.lookup.institutionTitle(String(value.institution)), words.nameOf(String(value.accountId))]
      .filter(Boolean)
      .join(', ')
  if (key === '_permits' && isObject(value) && 'number' in value)
    return permitText(value as unknown as PermitRow, words)
  if (key === '_invoiceSpecialItems' && isObject(value) && 'year' in value)
    return invoiceItemText(value as unknown as InvoiceItem, words)
  if (key === 'invoiceFlags' && isObject(value))
    return Object.keys(value)
      .map((flag) => flagTitle(flag, words.lookup) ?? words.t('flags.unknown'))
      .join(', ')
  if (key === '_display' && isObject(value)) return displayText(value as DisplaySettings, words)
  if (key === '_checklist') {
    const definition = words.lookup.checklists.get(row ?? '')?.data
    if (isObject(value)) return answerText(value as ChecklistRow, definition, words)
    const option = definition?.options.find(({ id }) => id === value)
    if (option) return words.lookup.title(option.title)
  }
  if (key === '_permits' && typeof value === 'string') return words.lookup.permitTitle(value) ?? value
  const one = fixedField(key)
  if (one) return fieldText(definitionIn(one, words.lookup), one.read(value), words)
  return fieldText(words.lookup.definitionByPath.get(key), value, words)
}
