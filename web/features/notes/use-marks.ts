/** Marks notes as read; they stay where they are until the list is asked for again. */
import { useState } from 'react'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { readnotes } from '../../../shared/calls/bml/product/readnotes.ts'
import { saveAttempts } from '../../../shared/constants.ts'
import { callApi } from '../../api/client.ts'
import { showError } from '../../frame/notify.ts'
import { isRevisionConflict } from '../../ui/save-draft.ts'

type Place = { list: string; id: string }
const keyOf = (product: string, { list, id }: Place) => `${product}/${list}/${id}`

export function useMarks() {
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<string>()
  const mark = async (product: { id: string; rev: number }, notes: readonly Place[]) => {
    const marked = notes.map(({ list, id }) => ({ list, note: id }))
    setBusy(product.id)
    try {
      let { rev } = product
      for (let attempt = 1; ; attempt++) {
        try {
          await callApi(readnotes, { id: product.id, rev, notes: marked, read: true }, { quiet: true })
          break
        } catch (error) {
          if (!isRevisionConflict(error) || attempt >= saveAttempts) throw error
          rev = (await callApi(load, { id: product.id }, { quiet: true })).rev
        }
      }
      setRead((now) => new Set([...now, ...notes.map((note) => keyOf(product.id, note))]))
    } catch (error) {
      showError(error)
    } finally {
      setBusy(undefined)
    }
  }
  return { isRead: (product: string, note: Place) => read.has(keyOf(product, note)), busy, mark }
}
