/** Keys of a list that every product has, shown on their tabs like fields: they have no definition, and no wrapper. */
import type { FieldType } from '../../../../shared/model/field-value.ts'
import { isObject } from '../../../../shared/rules/values.ts'
import type { Definition, FormTab } from './fields.ts'
import type { Lookup } from './lookup.ts'

interface FixedField {
  key: string
  tab: FormTab
  definition: Definition
  /** What is stored, as the wrapper that controls and readers know. */
  read(stored: unknown): unknown
  write(wrapper: unknown): unknown
}

function fixed(
  key: string,
  tab: FormTab,
  type: FieldType,
  wrapper: string,
  more: Partial<Definition> = {},
): FixedField {
  return {
    key,
    tab,
    definition: {
      id: key,
      path: key,
      type,
      displayType: 'tab',
      displayKey: tab,
      title: {},
      sorting: 0,
      mandatory: false,
      secrecy: 'public',
      emptyInLists: [],
      visibleInLists: [],
      visibleInMainCategories: [],
      options: [],
      groups: [],
      ...more,
    },
    read: (stored) => (stored === undefined ? undefined : { [wrapper]: stored }),
    write: (value) => (isObject(value) ? value[wrapper] : undefined),
  }
}

export const fixedFields: readonly FixedField[] = [
  fixed('_hobbygarden', 'hobbygarden', 'multiselect', 'multiselectValue'),
  fixed('_risklabels', 'misc', 'multiselect', 'multiselectValue', { optionSource: 'risk-phrase' }),
  fixed('_remark', 'misc', 'multitext', 'textValue'),
  fixed('_preventPublicDisplay', 'display', 'checkbox', 'booleanValue'),
]
const byKey = new Map(fixedFields.map((field) => [field.key, field]))
/** The definition with the options that administrators keep. */
export const definitionIn = (
  { key, definition }: FixedField,
  lookup: Pick<Lookup, 'hobbyUses'>,
): Definition => (key === '_hobbygarden' ? { ...definition, ...lookup.hobbyUses } : definition)
export const fixedField = (key: string): FixedField | undefined => byKey.get(key)
