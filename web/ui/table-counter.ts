/** How many rows of a table are selected, of how many. */
export interface TableSelection {
  selected: readonly string[]
  /** All rows are selected but these. */
  isAll?: boolean
  /** Of all rows, how many are; undefined while that is not known. */
  count?: number | undefined
}

export function counter(
  total: string | undefined,
  selection: TableSelection | undefined,
  format: (n: number) => string,
): string {
  if (total === undefined) return ''
  const selected = selection?.isAll ? selection.count : selection?.selected.length
  if (selected === 0 || !selection) return `(${total})`
  return `(${selected === undefined ? '…' : format(selected)}/${total})`
}
