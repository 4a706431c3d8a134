/**
 * Columns and page size of a list, joined from its address and what is kept on this machine. Columns other than the
 * default ones stand in the address, so that a link shows to others what its sender saw; widths stay here.
 */
import { useEffect, useMemo } from 'react'
import { isDefaultOrder, type StoredPreferences, type TablePreferences } from './table-preferences.ts'

interface LinkedColumn {
  id: string
  isDefault?: boolean
}
/** The part of a list's state that this keeps. */
interface LinkedState<Size extends number = number> {
  /** Visible columns in their order; empty: as kept on this machine. */
  cols: string[]
  /** Rows of a page; 0: as kept on this machine. */
  size: Size | 0
}
type SetState = (
  change: { cols?: string[]; size?: 0; page?: number },
  options?: { replace?: boolean },
) => void

/** What stands in the address for these visible columns: nothing where they are the default ones. */
const columnsInAddress = (columns: readonly LinkedColumn[], visible: readonly string[]): string[] =>
  isDefaultOrder(columns, visible) ? [] : [...visible]

/** `isReady`: all columns are known; before that, kept ones could be missing. */
export function useLinkedPreferences(
  kept: TablePreferences,
  columns: readonly LinkedColumn[],
  state: LinkedState,
  setState: SetState,
  isReady: boolean,
): TablePreferences {
  const { cols, size } = state
  const isLinked = cols.length > 0
  const ofKept = useMemo(() => columnsInAddress(columns, kept.visible), [columns, kept.visible])
  const isMissing = isReady && !isLinked && ofKept.length > 0
  useEffect(() => {
    if (isMissing) setState({ cols: ofKept }, { replace: true })
  }, [isMissing, ofKept, setState])
  return useMemo(() => {
    const known = new Set(columns.map((c) => c.id))
    const linked = cols.filter((id) => known.has(id))
    const shown =
      linked.length > 0
        ? [
            ...linked.map((id) => ({ id, visible: true })),
            ...kept.columns.filter((c) => !linked.includes(c.id)).map(({ id }) => ({ id, visible: false })),
          ]
        : kept.columns
    const pageSize = size || kept.pageSize
    const isFit = kept.isFit && size === 0
    const visible = shown.filter((c) => c.visible).map((c) => c.id)
    return {
      ...kept,
      columns: shown,
      visible,
      hasDefaultColumns: isDefaultOrder(columns, visible),
      pageSize,
      isFit,
      isMeasured: !isFit || kept.isMeasured,
      set: (change: StoredPreferences) => {
        kept.set(change)
        const visible = change.columns?.filter((c) => c.visible).map((c) => c.id)
        const isResized = change.pageSize !== undefined && change.pageSize !== (isFit ? 0 : pageSize)
        if (visible || isResized)
          setState(
            {
              ...(visible && { cols: columnsInAddress(columns, visible) }),
              // What was just chosen replaces what a link fixed.
              ...(isResized && { size: 0, page: 1 }),
            },
            { replace: true },
          )
      },
      reset: () => {
        kept.reset()
        setState({ cols: [], size: 0 }, { replace: true })
      },
      resetColumns: () => {
        kept.resetColumns()
        setState({ cols: [] }, { replace: true })
      },
    }
  }, [kept, columns, cols, size, setState])
}
