/** What changed between two states of a company, in titles: for the history and for the title of a revision. */
import type { CompanyData } from '../../../../shared/model/company.ts'
import type { Changeset, JsonPatch } from '../../../../shared/model/entity.ts'
import { toPatch } from '../../../../shared/rules/merge.ts'
import { changesetOf, shortTitles } from '../../../ui/changeset.ts'
import type { DifferenceRow } from '../../../ui/difference.tsx'
import { getAt, pointerParts } from '../../../ui/json-at.ts'
import { titleOfPath, valueInWords, type Words } from './titles.ts'

const places: Record<string, string> = {
  baseData: 'section.base',
  addresses: 'section.addresses',
  contactPersons: 'section.contacts',
}

/** One row for each place that differs, base data first. */
export function changesBetween(before: CompanyData, after: CompanyData, words: Words): DifferenceRow[] {
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
  return shortTitles(paths.map((path) => titleOfPath(path, sides, words)))
}

/** The title that a revision is kept with, and the places that it is made of. */
export function describePatch(
  patch: JsonPatch,
  sides: readonly CompanyData[],
  words: Words,
): Changeset | undefined {
  if (patch.length === 0) return undefined
  const paths = patch.map(({ path }) => path)
  return changesetOf(patch, titleOfPaths(paths, sides, words))
}
