/** What a person set for one table: columns, their order and widths, page size, density. Kept on this machine. */
import { useCallback, useMemo, useState } from 'react'
import * as z from 'zod'
import { useRowsThatFit } from './fit-rows.ts'

const stored = z.object({
  /** Rows; 0: as many as fit. */
  pageSize: z.number().int().min(0).max(250).optional(),
  columns: z.array(z.object({ id: z.string(), visible: z.boolean() })).optional(),
  widths: z.record(z.string(), z.number()).optional(),
  wrapLines: z.boolean().optional(),
  isComfortable: z.boolean().optional(),
})
export type StoredPreferences = z.infer<typeof stored>

interface PreferenceColumn {
  id: string
  isDefault?: boolean
}
export interface TablePreferences {
  pageSize: number
  /** As many rows as fit, on this window. */
  isFit: boolean
  /** False only until it is known how many fit. */
  isMeasured: boolean
  /** The table offers that. */
  canFit: boolean
  /** All columns in their order. */
  columns: { id: string; visible: boolean }[]
  /** Ids of the visible columns in their order: what to ask the server for. */
  visible: string[]
  /** The default columns, in their order. */
  hasDefaultColumns: boolean
  widths: Record<string, number>
  wrapLines: boolean
  isComfortable: boolean
  set(change: StoredPreferences): void
  reset(): void
  resetColumns(): void
}

const keyOf = (tableId: string) => `inputlist.table.${tableId}`
function load(tableId: string): StoredPreferences {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(keyOf(tableId)) ?? '{}'))
  } catch {
    return {}
  }
}

/** The kept order, without columns that are gone, and with new ones at their place at the end. */
export function orderColumns(columns: readonly PreferenceColumn[], kept: StoredPreferences['columns']) {
  const known = new Map(columns.map((c) => [c.id, c]))
  const before = (kept ?? []).filter((c) => known.has(c.id))
  const seen = new Set(before.map((c) => c.id))
  const added = columns
    .filter((c) => !seen.has(c.id))
    .map((c) => ({ id: c.id, visible: c.isDefault ?? false }))
  return [...before, ...added]
}

export const isDefaultOrder = (columns: readonly PreferenceColumn[], visible: readonly string[]): boolean => {
  const ofDefault = columns.filter((c) => c.isDefault).map((c) => c.id)
  return ofDefault.length === visible.length && ofDefault.every((id, i) => id === visible[i])
}

export function useTablePreferences(
  tableId: string,
  columns: readonly PreferenceColumn[],
  defaults: {
    /** Where nobody chose another, and none that fits. */
    pageSize: number
    /** As many rows as fit, unless a number was chosen. */
    fits?: boolean
    /** Each row has a second line while these columns are shown. */
    hasUnder?: (visible: readonly string[]) => boolean
    /** Pixels of the table, where its columns follow them. */
    room?: number
  },
): TablePreferences {
  const [kept, setKept] = useState(() => load(tableId))
  const save = useCallback(
    (next: StoredPreferences) => {
      setKept(next)
      try {
        localStorage.setItem(keyOf(tableId), JSON.stringify(next))
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
    [tableId],
  )
  const canFit = defaults.fits ?? false
  const ordered = useMemo(() => orderColumns(columns, kept.columns), [columns, kept.columns])
  const visible = useMemo(() => ordered.filter((c) => c.visible).map((c) => c.id), [ordered])
  const fitting = useRowsThatFit({
    id: tableId,
    isComfortable: kept.isComfortable ?? false,
    wrapLines: kept.wrapLines ?? false,
    hasUnder: defaults.hasUnder?.(visible) ?? false,
    room: defaults.room ?? 0,
  })
  return useMemo(() => {
    const isFit = canFit && !kept.pageSize
    return {
      pageSize: isFit ? (fitting ?? defaults.pageSize) : kept.pageSize || defaults.pageSize,
      isFit,
      isMeasured: !isFit || fitting !== undefined,
      canFit,
      columns: ordered,
      visible,
      hasDefaultColumns: isDefaultOrder(columns, visible),
      widths: kept.widths ?? {},
      wrapLines: kept.wrapLines ?? false,
      isComfortable: kept.isComfortable ?? false,
      set: (change) => save({ ...kept, ...change }),
      reset: () => save({}),
      resetColumns: () => save({ ...kept, columns: undefined, widths: undefined }),
    }
  }, [columns, ordered, visible, kept, defaults.pageSize, canFit, fitting, save])
}
