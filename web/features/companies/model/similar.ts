/** Which companies a new one may be already: what the search is asked for, and why an answer is alike. Pure. */
import type { Row } from '../../../../shared/model/answers.ts'
import { cutText } from '../../../../shared/rules/cut-text.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import { fold, fuzzyDistance, isWithin, words } from '../../../../shared/search/fold.ts'

/** What was typed of the new company. */
export interface Entry {
  name: string
  city: string
  taxNumber: string
}
export type Reason =
  | { key: 'taxNumber' | 'name' | 'spelling' | 'words' | 'abbreviation' | 'city' }
  | { key: 'former'; name: string }
export interface Similar {
  id: string
  name: string
  customerNumber?: number
  city?: string
  reasons: Reason[]
}

/** Columns that `similarOf` judges by. A viewer gets of each what may be seen. */
export const judgedColumns = [
  'name',
  'formerName',
  'companyAbbreviation',
  'customerNumber',
  'taxId',
  'taxIdCh',
  'addresses.city',
]
/** How many candidates are judged, and how many are shown. */
export const candidates = 100
export const shownAtMost = 5

/** Legal forms and little words, which tell no company from another. */
const usual = new Set(
  'ag sa sarl gmbh mbh kg kgaa co ohg ug ev eg ek gbr spa srl snc sas sl slu bv nv vof ab hb kft bt zrt nyrt doo dd sro ltd llc plc inc und and et e y og the der die das les la le fur for'.split(
    ' ',
  ),
)
/** Folding takes ö to o: whoever has no such key types oe. Both become the same. */
const plainVowels = (word: string) => word.replace(/([aou])e|aa/g, (two) => two[0]!)
/** Words of a name that tell it from others; all of it, where that leaves none. */
function ownWords(name: string): string[] {
  // A legal form with dots (S.A., d.o.o.) is one word.
  const all = words(name.replace(/\b(\p{L})\.\s?(?=\p{L}\b)/gu, '$1'))
  const own = all.filter((word) => !usual.has(word))
  return own.length ? own : all
}

const squeezed = (number: string) => number.toUpperCase().replace(/[^A-Z0-9]/g, '')
/** A tax number without separators and what Switzerland writes behind it. */
const bare = (number: string) => squeezed(number).replace(/(MWST|TVA|IVA)$/, '')
/** Digits in a row, of which a number is found however it is grouped. */
function digitsOf(number: string): string | undefined {
  const longest = (squeezed(number).match(/\d+/g) ?? []).toSorted((a, b) => b.length - a.length)[0]
  return longest && longest.length >= 6 ? longest : undefined
}
const grouped = (digits: string, by: string) => digits.replace(/\B(?=(\d{3})+$)/g, by)
function taxFilters(number: string): Filter[] {
  const digits = digitsOf(number)
  if (!digits) return []
  const written = new Set(['', '.', ' ', '-'].map((by) => grouped(digits, by)))
  return [...written].flatMap((value) =>
    ['taxId', 'taxIdCh'].map((field): Filter => ({ field, comparison: 'contains', value })),
  )
}

const fuzzy = (field: string, word: string): Filter => {
  const plain = plainVowels(word)
  const as = (value: string): Filter => ({ field, comparison: 'fuz', value })
  return plain === word ? as(word) : { $or: [as(word), as(plain)] }
}
/** Beginning of the name, as much as the search takes: what begins so is asked for as it was typed. Undefined: too little. */
export function nameAsked(name: string): string | undefined {
  const typed = name.trim()
  return typed.length < 3 ? undefined : cutText(typed, 200)
}
/** Words of a city that are looked for: more tell no more, and each costs the search something. */
const townWords = 4
/**
 * Companies that may be the new one: with a name that is spelled alike, with one that has a word of it and the same city,
 * or with the same tax number. Undefined: too little was typed.
 */
export function similarFilter({ name, city, taxNumber }: Entry): Filter | undefined {
  // Longer words tell more, and each costs the search something.
  const long = [...new Set(ownWords(name))]
    .filter((w) => w.length >= 4)
    .toSorted((a, b) => b.length - a.length)
  const [a, b, c] = long
  const sets = c ? [[a, b] as const, [a, c] as const, [b, c] as const] : [long.slice(0, 2)]
  const alike = (field: string): Filter[] =>
    a ? sets.map((set): Filter => ({ $and: set.map((word) => fuzzy(field, word!)) })) : []
  // A word that is one here may be two there (Biohof, Bio Hof): its beginning is enough beside the longest.
  const beginnings = ownWords(name).filter((word) => word !== a && word.length >= 3)
  const split: Filter[] = a
    ? beginnings.slice(0, 3).map((word) => ({
        $and: [fuzzy('name', a), { field: 'name', comparison: 'contains', value: word.slice(0, 3) }],
      }))
    : []
  const joined = ownWords(name).length > 1 ? ownWords(name).join('') : ''
  const town = words(city)
    .filter((word) => !/^\d+$/.test(word))
    .slice(0, townWords)
  const inTown: Filter[] =
    town.length && a
      ? [
          {
            $and: [
              ...town.map((word) => fuzzy('addresses.city', word)),
              { $or: long.slice(0, 3).map((word) => fuzzy('name', word)) },
            ],
          },
        ]
      : []
  const asked: Filter[] = [
    ...taxFilters(taxNumber),
    ...alike('name'),
    ...alike('formerName'),
    ...split,
    ...(joined.length >= 5 ? [fuzzy('name', joined)] : []),
    ...(name.trim().length >= 2
      ? [{ field: 'companyAbbreviation', comparison: 'eq' as const, value: name.trim() }]
      : []),
    ...inTown,
  ]
  return asked.length ? { $or: asked } : undefined
}

const isAlike = (a: string, b: string) =>
  a === b || (a.length > 3 && b.length > 3 && isWithin(a, b, fuzzyDistance(a.length < b.length ? a : b)))
const length = (list: readonly string[]) => list.reduce((sum, word) => sum + word.length, 0)

/** How much of two names is the same, by their letters; 1: they are one name. */
function likeness(typed: string, other: string): { kind: 'name' | 'spelling' | 'words'; share: number } {
  const [mine, theirs] = [typed, other].map((name) => ownWords(name).map(plainVowels)) as [string[], string[]]
  const [whole, its] = [mine.join(''), theirs.join('')]
  if (whole === its) return { kind: 'name', share: 1 }
  if (isAlike(whole, its)) return { kind: 'spelling', share: 1 }
  const left = [...theirs]
  const met = mine.filter((word, i) => {
    // The last word may not be typed to its end yet.
    const isBegun = (of: string) => i === mine.length - 1 && word.length >= 3 && of.startsWith(word)
    const at = left.findIndex((of) => isAlike(word, of) || isBegun(of))
    if (at < 0) return false
    left.splice(at, 1)
    return true
  })
  if (met.length === mine.length && left.length === 0) return { kind: 'spelling', share: 1 }
  return { kind: 'words', share: length(met) / Math.max(1, Math.min(length(mine), length(theirs))) }
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((v): v is string => typeof v === 'string' && v !== '')

/** Weights of reasons: a tax number is the company's own, a city is that of many. */
const weight = { taxNumber: 100, name: 60, spelling: 45, former: 40, abbreviation: 30, words: 20, city: 15 }
/** From this share on a name has words of another by more than chance; in the same city less is enough. */
const enough = { anywhere: 0.6, sameCity: 0.3 }

function judged(entry: Entry, { columns }: Row): { reasons: Reason[]; weight: number } {
  const reasons: Reason[] = []
  const own = bare(entry.taxNumber)
  const isNumber = (number: string) => {
    const other = bare(number)
    const [short, long] = own.length < other.length ? [own, other] : [other, own]
    // With its country's letters or without.
    return short.length >= 6 && long.endsWith(short) && /^[A-Z]*$/.test(long.slice(0, -short.length))
  }
  if ([...texts(columns['taxId']), ...texts(columns['taxIdCh'])].some(isNumber))
    reasons.push({ key: 'taxNumber' })
  const key = (name: string) => words(name).map(plainVowels).join(' ')
  const town = key(entry.city.replace(/\d+/g, ''))
  const isThere = town !== '' && texts(columns['addresses.city']).some((city) => isAlike(key(city), town))
  const least = isThere ? enough.sameCity : enough.anywhere
  let share = 0
  if (words(entry.name).length) {
    const [name = ''] = texts(columns['name'])
    const like = likeness(entry.name, name)
    share = like.share
    if (like.share >= least) reasons.push({ key: like.kind })
    const former = texts(columns['formerName']).find((of) => likeness(entry.name, of).kind !== 'words')
    if (former && !reasons.some((r) => r.key === 'name')) reasons.push({ key: 'former', name: former })
    const typed = fold(entry.name)
    if (texts(columns['companyAbbreviation']).some((of) => fold(of) === typed))
      reasons.push({ key: 'abbreviation' })
  }
  // Being in one city says nothing by itself.
  if (isThere && reasons.length) reasons.push({ key: 'city' })
  const points = (r: Reason) => weight[r.key] * (r.key === 'words' ? share : 1)
  return { reasons, weight: reasons.reduce((sum, r) => sum + points(r), 0) }
}

/** Those of the answers that are alike, the likest first. */
export function similarOf(entry: Entry, rows: readonly Row[]): Similar[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...byId.values()]
    .map((row) => ({ row, ...judged(entry, row) }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, shownAtMost)
    .map(({ row: { id, columns }, reasons }) => {
      const number = columns['customerNumber']
      const [city] = texts(columns['addresses.city'])
      return {
        id,
        name: texts(columns['name'])[0] ?? '',
        ...(typeof number === 'number' && number > 0 && { customerNumber: number }),
        ...(city && { city }),
        reasons,
      }
    })
}
