/** Differences of two revisions in titles and words. */
import type { ProductData, ProductView } from '../../../../shared/model/product.ts'
import { compareRevisions, type Difference } from '../../../../shared/rules/compare.ts'
import type { ResolvedLists } from '../../../../shared/rules/resolution.ts'
import { isObject, type Json, sameValue } from '../../../../shared/rules/values.ts'
import { baseList } from './draft.ts'
import { keyTitle } from './place.ts'
import { valueText } from './value-text.ts'
import type { Words } from './words.ts'

/** What two revisions are compared by. */
export const comparedState = (view: ProductView) => ({
  data: view.data as ProductView['data'] & Record<string, unknown>,
  resolved: view.resolved as unknown as ResolvedLists,
})

/** Paths of what is shown otherwise, in every list. */
export const changedPaths = (before: ProductView, after: ProductView): string[] =>
  compareRevisions(comparedState(before), comparedState(after)).map(({ path }) => path)

export interface DifferenceLine {
  id: string
  title: string
  place?: string
  before: string
  after: string
}
/** A difference, and in how many lists that follow the base list it is seen too. */
interface ToldDifference extends Difference {
  echoes?: number
}

const followsBase = (data: ProductData, list: string, key: string) =>
  data.listData[list]?._linked?.[key] === 'basis'

/** Tells a change of the base list once: in a list that follows it before and after, it is the same change. */
export function withoutEchoes(
  differences: readonly Difference[],
  before: ProductData,
  after: ProductData,
): ToldDifference[] {
  const echoes = new Map<string, number>()
  const rest = differences.filter((d) => {
    if (d.list === undefined || d.list === baseList || d.key === '') return true
    if (!followsBase(before, d.list, d.key) || !followsBase(after, d.list, d.key)) return true
    const source = d.path.replace(d.list, baseList)
    const original = differences.find((o) => o.path === source)
    if (!original || !sameValue(original.before, d.before) || !sameValue(original.after, d.after)) return true
    echoes.set(source, (echoes.get(source) ?? 0) + 1)
    return false
  })
  return rest.map((d) => (echoes.has(d.path) ? { ...d, echoes: echoes.get(d.path) } : d))
}

const localizedOf = (value: unknown): Json | undefined =>
  isObject(value) && isObject(value.textValue) ? value.textValue : undefined

/** Of two texts in several languages only the languages that differ. */
function onlyWhatDiffers(before: unknown, after: unknown): [unknown, unknown] {
  const [a, b] = [localizedOf(before), localizedOf(after)]
  if (!a || !b) return [before, after]
  const differing = (text: Json, other: Json) => ({
    textValue: Object.fromEntries(Object.entries(text).filter(([key, value]) => value !== other[key])),
  })
  return [differing(a, b), differing(b, a)]
}

/** Differences in titles and words. Former names are left out: the change of the name itself tells them. */
export const differenceLines = (differences: readonly ToldDifference[], words: Words): DifferenceLine[] =>
  differences.filter((d) => d.key !== '_nameHistory').map((d) => lineOf(d, words))

/** What a row is about that its value does not say: the standard of an approval, the entry of an answer. */
function aboutRow({ key, row }: ToldDifference, { lookup }: Words): string {
  if (row === undefined) return ''
  if (key === '_approval') return ` › ${lookup.standardTitle(row)}`
  const entry = key === '_checklist' ? lookup.checklists.get(row) : undefined
  return entry ? ` › ${lookup.title(entry.data.title)}` : ''
}

function lineOf(d: ToldDifference, words: Words): DifferenceLine {
  const place = d.list === undefined ? undefined : words.lookup.listTitle(d.list)
  if (d.key === '') {
    const present = words.t('lists.present')
    return {
      id: d.path,
      title: words.t('key.list'),
      place,
      before: d.kind === 'removed' ? present : '',
      after: d.kind === 'added' ? present : '',
    }
  }
  const [before, after] = onlyWhatDiffers(d.before, d.after)
  const say = (value: unknown, source: Difference['sourceBefore']) => {
    const text = valueText(d.key, value, words, d.row)
    const from = source && source !== 'direct' ? words.t(`source.linked.${source}`) : ''
    return text !== '' && from !== '' ? `${text} (${from})` : text + from
  }
  const about = aboutRow(d, words)
  const echoes = d.echoes ? ` ${words.t('history.echoes', { count: d.echoes })}` : ''
  return {
    id: d.path,
    title: `${keyTitle(d.key, words)}${about}${echoes}`,
    place,
    before: say(before, d.sourceBefore),
    after: say(after, d.sourceAfter),
  }
}
