/** A table of administration data, described: what the one screen needs to know of a class to list and edit it. */
import type * as z from 'zod'
import type { Issue } from '../../../../shared/errors.ts'
import type { EntityClassName } from '../../../../shared/model/entity-classes.ts'

/** Where the choices of a field come from. */
export type Source =
  /** Entries of a class. */
  | { entities: EntityClassName }
  /** Fixed values; their titles are texts below this key. */
  | { values: readonly string[]; texts: string }
  | 'accounts'
  | 'languages'
  | 'mainCategories'
  /** Paths of the fields of products. */
  | 'fields'
  /** What of products the public may be shown: parts, and fields that are public. */
  | 'publicParts'
  /** Tabs of a product, and the tables that columns belong to. */
  | 'fieldPlaces'

interface Field {
  /** Key in the entry's data; its title is the text `class.<class>.field.<key>`, else `field.<key>`. */
  key: string
  isRequired?: boolean
  /** Shown, but nobody writes it. */
  isFixed?: boolean
  /** A sentence below the title: the text `hint.<class>.<key>`. */
  hasHint?: boolean
  /** Begins a part of the form, called by the text `section.<section>`. */
  section?: string
  /** What is wrong with a value that somebody entered, by the key of its sentence. */
  fault?(value: unknown): string | undefined
}
/** A text of a group; its title is found as a field's. */
interface GroupedText {
  key: string
  /** Shares its line with the next one. */
  isShort?: boolean
}
export type FieldDescription = Field &
  (
    | { kind: 'localized' | 'localizedLong' | 'check' | 'colour' }
    | { kind: 'text'; isUpperCase?: boolean }
    | { kind: 'number'; isWhole?: boolean }
    | { kind: 'select' | 'many'; from: Source }
    /** An object of texts, in the order in which they are read. */
    | { kind: 'group'; texts: readonly GroupedText[] }
    | {
        /** Rows with an id and a title per language. */
        kind: 'rows'
        /** Keys of further values that are yes or no. */
        checks: readonly string[]
        /** What a new row holds. */
        preset: Record<string, unknown>
        /** Key that keeps the order of a row. */
        sorting?: string
        /** Key of the rows that these may belong to, by `group`. */
        groupsOf?: string
      }
  )

export interface ClassDescription {
  entityclass: EntityClassName
  /** It describes a part of the class's entries, called so: they are made and deleted on the screen of the class. */
  part?: string
  /** Of the class's data. Of this class alone: all schemas of all classes would be much to load. */
  schema: z.ZodObject
  /** Key of the field that an entry is known by. */
  title: string
  /** In the order of the form. */
  fields: readonly FieldDescription[]
  /** Further columns of the list that are shown at first; every other field can be shown. */
  columns: readonly string[]
  /** `field:asc`; by the title unless told. */
  sort?: string
  /** Its entries have a form of their own, whose fields are not those above. */
  ownForm?: {
    /** What is wrong with an entry, by JSON pointer. */
    issues(data: Record<string, unknown>): Issue[]
    /** The field that a place belongs to. */
    fieldOf(path: readonly string[]): string
    /** May something be typed at the place? */
    isTypedAt(data: Record<string, unknown>, path: readonly string[]): boolean
  }
  /** A field with a choice, which the list can be narrowed by; a new entry begins with the value that is chosen. */
  narrowBy?: string
  /** Its entries have a parent of the same class: the screen draws a tree. */
  tree?: {
    /** Entries are known by their numbers, built from the order along the path: `1-3-2`. */
    hasNumbers?: boolean
    /** What stands at the top belongs to Inputlist: it stays there, and nothing is put beside it. */
    hasFixedRoots?: boolean
    /** Key of what an entry shares with all that is above it: it takes it from there and never leaves it. */
    shares?: string
  }
}

/** A group on one line: the texts of one of its lines stand closer together. */
export function groupText(texts: readonly GroupedText[], group: object): string {
  const lines: string[][] = [[]]
  for (const { key, isShort } of texts) {
    const text = (group as Record<string, unknown>)[key]
    if (typeof text === 'string' && text.trim() !== '') lines.at(-1)?.push(text)
    if (!isShort) lines.push([])
  }
  return lines.flatMap((line) => (line.length > 0 ? [line.join(' ')] : [])).join(', ')
}
/** Says by a key what is wrong with a text of another form. */
export const formFault =
  (form: RegExp, key: string) =>
  (value: unknown): string | undefined =>
    form.test(String(value)) ? undefined : key

export const fieldOf = ({ fields }: ClassDescription, key: string): FieldDescription | undefined =>
  fields.find((field) => field.key === key)
/** True for a field whose value is one text per language. */
export const isLocalized = ({ kind }: FieldDescription): boolean =>
  kind === 'localized' || kind === 'localizedLong'
