/** What somebody wants to see on the page beside what it shows to everybody: parameters of its address. */
import { useMemo } from 'react'
import { useAddressParams } from '../../ui/address.ts'

/** `changes`: when and by whom each field was last changed. `empty`: fields without a value, unfolded. */
export const pageOptions = ['changes', 'empty'] as const
export type PageOption = (typeof pageOptions)[number]

export function usePageOptions(): Readonly<Record<PageOption, boolean>> {
  const [params] = useAddressParams()
  const [changes, empty] = pageOptions.map((option) => params.get(option) === '1')
  return useMemo(() => ({ changes: changes === true, empty: empty === true }), [changes, empty])
}
