/** Rows of a list of administration data: found, sorted and cut into pages in the browser, which holds the whole class. */
import * as z from 'zod'
import type { Locale } from '../../../../shared/constants.ts'
import { id } from '../../../../shared/model/basics.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { type ClassDescription, fieldOf, isLocalized } from './description.ts'

export const shows = ['current', 'untranslated', 'unused', 'deleted'] as const
export type Show = (typeof shows)[number]
export const newEntry = 'new'

export const listState = z.object({
  page: z.number().int().min(1),
  q: z.string(),
  /** `field:asc`; empty for the order of the class. */
  sort: z.string(),
  show: z.enum(shows),
  /** Value of the field that the list is narrowed by. */
  of: z.string(),
  /** The entry that is open beside the list. */
  entry: z.union([id, z.literal(newEntry), z.literal('')]),
})
export type ListState = z.infer<typeof listState>
export const listDefaults: ListState = { page: 1, q: '', sort: '', show: 'current', of: '', entry: '' }

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isTranslated = (
  description: Pick<ClassDescription, 'fields'>,
  data: Entity['data'],
  languages: readonly Locale[],
) =>
  description.fields.filter(isLocalized).every(({ key }) => {
    const texts = (data[key] ?? {}) as Partial<Record<Locale, string>>
    const isUsed = Object.values(texts).some((text) => text.trim() !== '')
    return !isUsed || languages.every((one) => texts[one]?.trim())
  })

export interface Shown {
  /** Languages in which a text is to be there. */
  languages: readonly Locale[]
  /** Ids of what nothing names, as far as they are known. */
  unused: ReadonlySet<string>
}
/** Is the entry among those that are asked for? */
export function isShown(
  { id, data, disabled }: Entity,
  show: Show,
  description: Pick<ClassDescription, 'fields'>,
  { languages, unused }: Shown,
): boolean {
  if (disabled !== (show === 'deleted')) return false
  if (show === 'untranslated') return !isTranslated(description, data, languages)
  return show !== 'unused' || unused.has(id)
}

interface Asked extends Shown {
  state: Pick<ListState, 'q' | 'sort' | 'show' | 'of'>
  /** What a column of an entry says. */
  say(key: string, data: Entity['data']): string
  compare(a: string, b: string): number
}

/** The entries that fit, in their order. What is searched for stands in a column, or in the title in any language. */
export function rowsOf(list: readonly Entity[], description: ClassDescription, asked: Asked): Entity[] {
  const { state, say, compare } = asked
  const words = bare(state.q).split(/\s+/).filter(Boolean)
  const fits = (entry: Entity) => {
    const { data } = entry
    if (!isShown(entry, state.show, description, asked)) return false
    if (state.of !== '' && description.narrowBy && data[description.narrowBy] !== state.of) return false
    if (words.length === 0) return true
    const texts = description.fields.flatMap((field) =>
      isLocalized(field)
        ? Object.values((data[field.key] ?? {}) as Record<string, string>)
        : say(field.key, data),
    )
    const text = bare(texts.join('\n'))
    return words.every((word) => text.includes(word))
  }
  const [key = description.title, direction] = (
    state.sort ||
    description.sort ||
    `${description.title}:asc`
  ).split(':')
  const sign = direction === 'desc' ? -1 : 1
  const isNumber = fieldOf(description, key)?.kind === 'number'
  const numberOf = ({ data }: Entity) => Number(data[key] ?? 0)
  const nameOf = new Map(list.map((one) => [one.id, say(description.title, one.data)]))
  const saidOf = new Map(list.map((one) => [one.id, say(key, one.data)]))
  const order = (a: Entity, b: Entity) =>
    sign * (isNumber ? numberOf(a) - numberOf(b) : compare(saidOf.get(a.id) ?? '', saidOf.get(b.id) ?? '')) ||
    compare(nameOf.get(a.id) ?? '', nameOf.get(b.id) ?? '') ||
    (a.id < b.id ? -1 : 1)
  return list.filter(fits).sort(order)
}
