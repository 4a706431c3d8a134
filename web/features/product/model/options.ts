/** Options of select fields: a field's own, or those of a select option type. */
import type { Localized } from '../../../../shared/model/basics.ts'
import type { TreeEntry } from '../../../ui/tree.ts'
import type { Definition } from './fields.ts'

export interface FieldOption {
  value: string
  label: string
  enabled: boolean
  group?: string | undefined
}
export interface SelectOptionEntry {
  id: string
  type: string
  title: Localized
  enabled: boolean
  order: number
  group?: string
}

/** Where options that are no field's own come from: all of a type in order, the disabled ones too. */
export interface OptionSource {
  optionsOf(type: string): readonly FieldOption[]
  title(value: Localized | undefined): string
}

/**
 * What may be chosen: enabled options in order, and the chosen ones also if they were disabled since, so that an old
 * value keeps its name.
 */
export function optionsOf(
  definition: Definition,
  lookup: OptionSource,
  chosen: readonly string[],
): FieldOption[] {
  const groupTitle = (id: string | undefined) => {
    const group = definition.groups.find((g) => g.id === id)
    return group ? lookup.title(group.title) : id
  }
  const all: readonly FieldOption[] = definition.optionSource
    ? lookup.optionsOf(definition.optionSource)
    : definition.options.map((o) => ({
        value: o.id,
        label: lookup.title(o.title),
        enabled: o.enabled,
        group: groupTitle(o.group),
      }))
  return all.filter((o) => o.enabled || chosen.includes(o.value))
}

/** Title of a chosen option; an option that is gone shows its key, so that nothing looks empty that is not. */
export const titleOfOption = (options: readonly FieldOption[], value: string): string =>
  options.find((o) => o.value === value)?.label ?? value

/** Options below their groups, in their order; those without a group stand beside the groups. */
export function treeOf(options: readonly FieldOption[]): TreeEntry[] {
  const groups = [...new Set(options.map((o) => o.group ?? ''))].filter((group) => group !== '')
  const idOf = (group: string) => `group ${group}`
  return [
    ...groups.map((title, order) => ({ id: idOf(title), title, disabled: false, order, isGroup: true })),
    ...options.map(({ value, label, enabled, group }, order) => ({
      id: value,
      title: label,
      disabled: !enabled,
      order,
      ...(group ? { parent: idOf(group) } : {}),
    })),
  ]
}
