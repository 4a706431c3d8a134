/** Names and definitions that the product page needs, out of the reference data, in the reader's language. */
import type { Locale } from '../../../../shared/constants.ts'
import type {
  Biostandard,
  ChecklistDefinition,
  HobbyUse,
  Institution,
  List,
  Permit,
} from '../../../../shared/model/administration.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { textIn, titleIn } from '../../../../shared/rules/localized.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import type { TreeEntry } from '../../../ui/tree.ts'
import { baseList } from './draft.ts'
import { categoryPath, type Definition } from './fields.ts'
import { type HobbyOptions, hobbyOptions } from './hobby-uses.ts'
import type { FieldOption, OptionSource, SelectOptionEntry } from './options.ts'

type Source<T> = ReadonlyMap<string, Entity<T>>
/** The part of the reference data that the page reads. */
export interface ReferenceSource {
  lists: Source<List>
  biostandards: Source<Biostandard>
  categories: Source<{
    title: Localized
    parent?: string
    disabled: boolean
    mainCategoryKey: string
    order: number
  }>
  fielddefinitions: Source<Omit<Definition, 'id'>>
  selectoptions: Source<Omit<SelectOptionEntry, 'id'>>
  institutions: Source<Institution>
  restrictiontexts: Source<{ text: Localized; standards: string[]; categories: string[]; active: boolean }>
  permits: Source<Permit>
  hobbyuses: Source<HobbyUse>
  checklists: Source<ChecklistDefinition>
}

export interface Lookup extends OptionSource {
  locale: Locale
  /** Text in the reader's language, else the list's, else any; empty where nothing is filled. */
  text(value: Localized | undefined): string
  lists: Source<List>
  /** Base list first, then by order. */
  orderedLists: Array<List & { id: string; name: string }>
  listTitle(id: string): string
  isBase(id: string): boolean
  standards: Source<Biostandard>
  standardTitle(id: string): string
  institutions: Source<Institution>
  institutionTitle(id: string | undefined): string | undefined
  categories: TreeEntry[]
  categoryById: ReadonlyMap<string, TreeEntry>
  /** "Fertilisers › Organic › Compost" */
  categoryTitle(id: string | undefined): string | undefined
  mainCategoryOf(id: string | undefined): string | undefined
  definitions: Definition[]
  definitionByPath: ReadonlyMap<string, Definition>
  selectOption(id: string | undefined): SelectOptionEntry | undefined
  restrictionTexts: Array<{
    id: string
    text: string
    standards: string[]
    categories: string[]
    active: boolean
  }>
  /** Restriction texts, also those that are no longer chosen. */
  restrictions: ReferenceSource['restrictiontexts']
  /** Kinds of permits, also deleted ones, so that an old value keeps its name. */
  permits: Source<Permit>
  permitTitle(id: string): string | undefined
  /** Uses in the hobby garden as options, in the order of their tree. */
  hobbyUses: HobbyOptions
  checklists: Source<ChecklistDefinition>
}

const alive = <T>(source: Source<T>): Array<T & { id: string }> =>
  [...source.values()].filter((e) => !e.disabled).map((e) => ({ ...e.data, id: e.id }))

export function makeLookup(reference: ReferenceSource, locale: Locale, listFallback?: Locale): Lookup {
  const text = (value: Localized | undefined) => textIn(value, locale, listFallback) ?? ''
  const title = (value: Localized | undefined) => titleIn(value, locale, listFallback)
  const titleOf = (entry: Entity<{ title: Localized }> | undefined) =>
    entry === undefined ? undefined : title(entry.data.title)
  const categories = [...reference.categories.values()].map(
    (e): TreeEntry => ({
      id: e.id,
      title: title(e.data.title),
      parent: e.data.parent,
      disabled: e.data.disabled || e.disabled,
      mainCategoryKey: e.data.mainCategoryKey,
      order: e.data.order,
    }),
  )
  const categoryById = new Map(categories.map((c) => [c.id, c]))
  const definitions = alive(reference.fielddefinitions)
  const selectOptions = new Map(alive(reference.selectoptions).map((o) => [o.id, o]))
  const optionsByType = new Map<string, FieldOption[]>()
  const compare = titleOrder(locale)
  const isBase = (id: string) => id === baseList || reference.lists.get(id)?.data.isBasedata === true
  return {
    locale,
    text,
    title,
    lists: reference.lists,
    orderedLists: alive(reference.lists)
      .map((l) => ({ ...l, name: title(l.title) }))
      .sort(
        (a, b) => Number(isBase(b.id)) - Number(isBase(a.id)) || a.order - b.order || compare(a.name, b.name),
      ),
    listTitle: (id) => titleOf(reference.lists.get(id)) ?? id.slice(0, 8),
    isBase,
    standards: reference.biostandards,
    standardTitle: (id) => {
      const standard = reference.biostandards.get(id)
      return standard ? title(standard.data.name) : id.slice(0, 8)
    },
    institutions: reference.institutions,
    institutionTitle: (id) => (id === undefined ? undefined : titleOf(reference.institutions.get(id))),
    categories,
    categoryById,
    categoryTitle: (id) =>
      id === undefined
        ? undefined
        : categoryPath(categoryById, id)
            .map((c) => c.title)
            .join(' › ') || undefined,
    mainCategoryOf: (id) => (id === undefined ? undefined : categoryById.get(id)?.mainCategoryKey),
    definitions,
    definitionByPath: new Map(definitions.map((d) => [d.path, d])),
    selectOption: (id) => (id === undefined ? undefined : selectOptions.get(id)),
    optionsOf: (type) => {
      let found = optionsByType.get(type)
      if (!found) {
        found = [...selectOptions.values()]
          .filter((o) => o.type === type)
          .map((o) => ({ order: o.order, label: title(o.title), option: o }))
          .sort((a, b) => a.order - b.order || compare(a.label, b.label))
          .map(({ label, option: o }) => ({
            value: o.id,
            label,
            enabled: o.enabled,
            group: o.group || undefined,
          }))
        optionsByType.set(type, found)
      }
      return found
    },
    restrictions: reference.restrictiontexts,
    permits: reference.permits,
    permitTitle: (id) => titleOf(reference.permits.get(id)),
    hobbyUses: hobbyOptions(reference.hobbyuses, title, locale),
    checklists: reference.checklists,
    restrictionTexts: alive(reference.restrictiontexts).map((r) => ({ ...r, text: text(r.text) })),
  }
}
