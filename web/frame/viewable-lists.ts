import { useMemo } from 'react'
import { useCan } from '../api/can.ts'
import { useReference } from '../api/reference.ts'

/** Lists that the viewer sees on a product at all: a condition on another one would find nothing. */
export function useViewableLists() {
  const { lists: all } = useReference()
  const can = useCan()
  return useMemo(
    () =>
      [...all.values()].filter(({ id, disabled, data }) => {
        const lists = { [id]: { archived: false, institutes: data.institutes } }
        return !disabled && can('product:view-list', { list: id, lists, responsible: {}, companies: [] })
      }),
    [all, can],
  )
}
