/** Which tab of a product holds a place of its data. */
import { tabsOfEntry } from '../../../../shared/rules/checklist.ts'
import { editedTabs, type ProductTab } from '../../../../shared/rules/product-tabs.ts'
import { pointerParts } from '../../../ui/json-at.ts'
import { isFormTab } from './fields.ts'
import { fixedField } from './fixed-fields.ts'
import type { Lookup } from './lookup.ts'

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
    const shown = definition ? tabsOfEntry(definition, editedTabs) : []
    return shown.includes('checklist') ? 'checklist' : (shown[0] ?? 'checklist')
  }
  const tabOfKey = tabOfRows[key]
  if (tabOfKey) return tabOfKey
  const fixed = fixedField(key)
  if (fixed) return fixed.tab
  const shown = lookup.definitionByPath.get(key)?.displayKey ?? ''
  return isFormTab(shown) ? shown : 'main'
}
