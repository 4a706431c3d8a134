/** What changed between two states of a company, in titles: for the history and for the title of a revision. */
import type { CompanyData } from '../../../../shared/model/company.ts'
import type { Changeset, JsonPatch } from '../../../../shared/model/entity.ts'
import { toPatch } from '../../../../shared/rules/merge.ts'
import { getAt, pointerParts } from '../../../ui/json-at.ts'
import { titleOfPath, valueInWords, type Words } from './titles.ts'

interface ChangeRow {
  id: string
  title: string
  place: string
  before: string
  after: string
}

const places: Record<string, string> = {
  baseData: 'section.base',
  addresses: 'section.addresses',
  contactPersons: 'section.contacts',
}

/** One row for each place that differs, base data first. */
export function changesBetween(before: CompanyData, after: CompanyData, words: Words): ChangeRow[] {
  const order = Object.keys(places)
  const rank = (path: string) => {
    const at = order.indexOf(pointerParts(path)[0] ?? '')
    return at < 0 ? order.length : at
  }
  return toPatch(before, after)
    .filter(({ path }) => !path.endsWith('/_order'))
    .toSorted((a, b) => rank(a.path) - rank(b.path))
    .map(({ path }) => {
      const parts = pointerParts(path)
      const sides = [after, before]
      return {
        id: path,
        title: titleOfPath(path, sides, words),
        place: words.t(places[parts[0] ?? ''] ?? 'section.other'),
        before: valueInWords(path, getAt(before, parts), words, [before, after]),
        after: valueInWords(path, getAt(after, parts), words, sides),
      }
    })
}

/** What was changed, shortened. Whoever reads a revision has it in their own language. */
export function titleOfPaths(paths: readonly string[], sides: readonly CompanyData[], words: Words): string {
  const titles = [...new Set(paths.map((path) => titleOfPath(path, sides, words)))]
  const more = titles.length - 3
  return titles.slice(0, 3).join(', ') + (more > 0 ? ` (+${more})` : '')
}

const maxPaths = 1000
/** The title that a revision is kept with, and the places that it is made of. */
export function describePatch(
  patch: JsonPatch,
  sides: readonly CompanyData[],
  words: Words,
): Changeset | undefined {
  if (patch.length === 0) return undefined
  const paths = patch.map(({ path }) => path)
  return { label: titleOfPaths(paths, sides, words).slice(0, 500), paths: paths.slice(0, maxPaths) }
}
