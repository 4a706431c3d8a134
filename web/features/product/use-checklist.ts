import { useMemo } from 'react'
import { isShallowSame } from '../../ui/store.ts'
import {
  answersOf,
  type ChecklistEntry,
  checklistPlace,
  entriesIn,
  isAnswered,
  unmetOf,
} from './model/checklist.ts'
import { useDraftPart, useEffective, useProductPage } from './page-context.ts'

/** Entries of the list for its category, as the draft has it. */
export function useChecklistEntries(): readonly ChecklistEntry[] {
  const { list, lookup } = useProductPage()
  const category = useEffective('_category').value as string | undefined
  return useMemo(() => entriesIn(lookup, checklistPlace(list, category, lookup)), [lookup, list, category])
}

/** How many of the entries are answered. */
export function useAnswered(entries: readonly ChecklistEntry[]): number {
  const { list } = useProductPage()
  return useDraftPart((draft) => entries.filter(({ id }) => isAnswered(answersOf(draft, list)[id])).length)
}

/** Mandatory entries that the draft does not meet. */
export function useUnmet(entries: readonly ChecklistEntry[]): readonly ChecklistEntry[] {
  const { list } = useProductPage()
  return useDraftPart((draft) => unmetOf(entries, answersOf(draft, list)), isShallowSame)
}
