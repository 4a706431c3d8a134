/** Saving a product that is not stored yet: the first save makes it, and nothing is stored before. */
import { useCallback, useRef } from 'react'
import { create } from '../../../shared/calls/bml/product/create.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { isCallError, revisionConflict } from '../../../shared/errors.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { type CallInput, callApi } from '../../api/client.ts'

/** In the address, and in the name of the draft that is kept on this machine. */
export const newProductId = 'new'

/** It may have been written: nobody knows. */
const isUnanswered = (error: unknown) =>
  isCallError(error) && (error.details.key === 'network' || error.details.key === 'serverAway')

export function useFirstSave() {
  const made = useRef<ProductView | undefined>(undefined)
  const asked = useRef<{ key: string; input: CallInput<typeof create> } | undefined>(undefined)
  return {
    save: useCallback(async (input: CallInput<typeof save>): Promise<ProductView> => {
      const id = made.current?.id
      if (id !== undefined) return (await callApi(save, { ...input, id }, { quiet: true })) as ProductView
      const { patch, changeset } = input
      // What had no answer is asked again as it was, so that no second product is made.
      asked.current ??= { key: crypto.randomUUID(), input: { patch, ...(changeset ? { changeset } : {}) } }
      const first = asked.current
      try {
        const options = { quiet: true, idempotencyKey: first.key }
        made.current = (await callApi(create, first.input, options)) as ProductView
      } catch (error) {
        if (!isUnanswered(error)) asked.current = undefined
        throw error
      }
      // More was typed since: it goes on top, as on a newer revision.
      if (!sameValue(first.input.patch, patch)) throw revisionConflict(0, made.current.rev)
      return made.current
    }, []),
    load: useCallback(
      async (id: string) =>
        (await callApi(load, { id: made.current?.id ?? id }, { quiet: true })) as ProductView,
      [],
    ),
  }
}
