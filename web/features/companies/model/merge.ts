/** What the screen of a merge shows: fields that differ, what both say, and rows with which of them are taken. Pure. */
import type { MergeChoices } from '../../../../shared/jobs/merge.ts'
import type { CompanyData, CompanyView } from '../../../../shared/model/company.ts'
import {
  type BaseKey,
  baseKeys,
  isSameBase,
  isSet,
  type Pair,
} from '../../../../shared/rules/company-merge.ts'
import { titleOfPath, valueInWords, type Words } from './titles.ts'

export type Side = 'survivor' | 'merged'
export interface FieldChoice {
  key: BaseKey
  title: string
  /** In words; empty where a company says nothing. */
  survivor: string
  merged: string
  /** Values of both can be put together. */
  hasBoth: boolean
}
export interface RowChoice {
  side: Side
  path: string
  title: string
  text: string
  isMain: boolean
}

export const pairOf = (survivor: CompanyView, merged: CompanyView): Pair => ({
  survivor: survivor.data,
  merged: { ...merged.data, id: merged.id },
})

/** Fields that one of them fills, those that differ apart from the others. */
export function fieldChoices(pair: Pair, words: Words): { differing: FieldChoice[]; same: FieldChoice[] } {
  const all = baseKeys
    .map((key): FieldChoice => {
      const say = (data: CompanyData) => valueInWords(`/baseData/${key}`, data.baseData[key], words, [data])
      const title = titleOfPath(`/baseData/${key}`, [], words)
      return { key, title, survivor: say(pair.survivor), merged: say(pair.merged), hasBoth: isSet(key) }
    })
    .filter(({ survivor, merged }) => survivor !== '' || merged !== '')
  return {
    differing: all.filter(({ key }) => !isSameBase(pair, key)),
    same: all.filter(({ key }) => isSameBase(pair, key) && pair.survivor.baseData[key] !== false),
  }
}

/** Addresses and contacts of both, in their order. */
export function rowChoices(pair: Pair, kind: 'addresses' | 'contactPersons', words: Words): RowChoice[] {
  return (['survivor', 'merged'] as const).flatMap((side) => {
    const data = pair[side]
    return Object.entries(data[kind])
      .toSorted(([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1))
      .map(([key, row]): RowChoice => {
        const path = `/${kind}/${key}`
        return {
          side,
          path,
          title: titleOfPath(path, [data], words),
          text: valueInWords(path, { ...row, isMain: false, visibleToOwnerOnly: false }, words, [data]),
          isMain: 'isMain' in row && row.isMain,
        }
      })
  })
}

export const isTaken = ({ leave }: MergeChoices, { side, path }: RowChoice): boolean =>
  !leave[side].includes(path)
export const withRow = (choices: MergeChoices, { side, path }: RowChoice, isKept: boolean): MergeChoices => {
  const others = choices.leave[side].filter((one) => one !== path)
  return { ...choices, leave: { ...choices.leave, [side]: isKept ? others : [...others, path] } }
}
