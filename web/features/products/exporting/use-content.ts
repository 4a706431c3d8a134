/** The columns that are chosen for a file, as far as there are such fields. */
import { useState } from 'react'
import type { ExportPackage } from '../../../../shared/model/search.ts'
import type { ExportSetEntity } from '../../../api/kept.ts'

interface Context {
  /** Of the list, in their order. */
  columns: readonly { id: string; title: string }[]
  /** Titles of all columns that there are. */
  titles: ReadonlyMap<string, string>
  fieldOptions: readonly { value: string; label: string }[]
  /** The list whose values are shown; empty: the base list. */
  list: string
  /** Lists that the person may see. */
  lists: readonly { id: string }[]
}
export function useContent({ columns, titles, fieldOptions, list, lists }: Context) {
  const [set, setSet] = useState<ExportSetEntity>()
  const [fields, setFields] = useState<readonly string[]>([])
  const [packages, setPackages] = useState<readonly ExportPackage[]>([])
  const isField = (name: string) => fieldOptions.some(({ value }) => value === name)
  // What was a field of the list once, and is none any more, is found among the others.
  const isKnown = (name: string) => titles.has(name) || isField(name)
  const ofSet = set && [...new Set(set.data.columns)].filter(isKnown)
  const inList = set?.data.inList
  const isListGone = inList !== undefined && !lists.some(({ id }) => id === inList)
  const titleOf = (name: string) =>
    titles.get(name) ?? fieldOptions.find(({ value }) => value === name)?.label ?? name
  return {
    set,
    fields,
    setFields,
    packages,
    setPackages,
    fieldOptions,
    columnTitles: ofSet ? ofSet.map(titleOf) : columns.map(({ title }) => title),
    /** Names of the catalogue that the set has and nobody else. */
    missing: set ? [...set.data.columns, ...set.data.fields].filter((name) => !isKnown(name)) : [],
    isListGone,
    /** What is asked for. */
    columns: ofSet ?? columns.map(({ id }) => id),
    list: inList !== undefined && !isListGone ? inList : list,
    /** Undefined: the columns of the list. */
    choose(chosen: ExportSetEntity | undefined) {
      setSet(chosen)
      setFields(chosen ? chosen.data.fields.filter(isKnown) : [])
      setPackages(chosen?.data.packages ?? [])
    },
  }
}
