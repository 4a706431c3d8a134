/** The tabs of a product, and which of them holds a place of its data. */
import { tabsOfEntry } from '../../../../shared/rules/checklist.ts'
import { pointerParts } from '../../../ui/json-at.ts'
import { isFieldTab } from './fields.ts'
import { fixedField } from './fixed-fields.ts'
import type { Lookup } from './lookup.ts'

export const tabs = [
  'main',
  'permits',
  'specific',
  'hobbygarden',
  'misc',
  'documents',
  'display',
  'checklist',
  'approvals',
] as const
export type ProductTab = (typeof tabs)[number]

/** Tabs with something to edit. */
export const editedTabs: ReadonlySet<string> = new Set(tabs.filter((tab) => tab !== 'approvals'))

/** Tabs that can show entries of the checklist. */
export const checklistTabs = tabs.filter((tab) => tab !== 'approvals')

const tabOfRows: Readonly<Record<string, ProductTab>> = {
  _documents: 'documents',
  _approval: 'approvals',
  _permits: 'permits',
  _display: 'display',
}
/** The tab that shows a place of a product, by its JSON pointer. */
export function tabOfPath(path: string, lookup: Pick<Lookup, 'definitionByPath' | 'checklists'>): ProductTab {
  const [, , key = '', row = ''] = pointerParts(path)
  if (key === '_checklist') {
    const definition = lookup.checklists.get(row)?.data
    const shown = definition ? tabsOfEntry(definition, checklistTabs) : []
    return shown.includes('checklist') ? 'checklist' : (shown[0] ?? 'checklist')
  }
  const tabOfKey = tabOfRows[key]
  if (tabOfKey) return tabOfKey
  const fixed = fixedField(key)
  if (fixed) return fixed.tab
  const shown = lookup.definitionByPath.get(key)?.displayKey ?? ''
  return isFieldTab(shown) ? shown : 'main'
}
