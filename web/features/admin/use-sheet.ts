/** What was typed into a sheet of texts, and its saving: entry by entry, against whoever changed one meanwhile. */
import { useCallback, useState } from 'react'
import { get } from '../../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../../shared/calls/eav/entity/updatefrompatch.ts'
import { saveAttempts } from '../../../shared/constants.ts'
import { isSavedMeanwhile } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { callApi } from '../../api/client.ts'
import { useTakeEntity } from '../../api/reference.ts'
import { useErrorText } from '../../texts/error-text.ts'
import { changesetOf } from '../../ui/changeset.ts'
import { type Column, cellOf, isChanged, patchOfText, storedText, type Typed } from './model/sheet.ts'
import type { AdminWords } from './use-admin-words.ts'

interface Change {
  entity: Entity
  column: Column
  text: string
}
type Outcome = { written: Entity } | { theirs: string }

async function write({ entity: seen, column, text }: Change, words: AdminWords): Promise<Outcome> {
  let entity = seen
  for (let attempt = 1; ; attempt++) {
    if (!isChanged(entity, column, text)) return { written: entity }
    const patch = patchOfText(entity, column, text)
    const changeset = changesetOf(patch, words.titleOfPaths(patch.map(({ path }) => path)))
    const asked = { id: entity.id, rev: entity.rev, mode: 'patch' as const, patch, changeset }
    try {
      return { written: await callApi(updatefrompatch, asked, { quiet: true }) }
    } catch (error) {
      if (!isSavedMeanwhile(error) || attempt === saveAttempts) throw error
      entity = await callApi(get, { id: entity.id }, { quiet: true })
      // Nothing is overwritten that the person has not seen.
      if (isChanged(entity, column, storedText(seen, column)) && isChanged(entity, column, text))
        return { theirs: storedText(entity, column) }
    }
  }
}

export function useSheet(words: AdminWords) {
  const take = useTakeEntity()
  const errorText = useErrorText()
  const [typed, setTyped] = useState<Typed>(new Map())
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const [isSaving, setSaving] = useState(false)
  const type = useCallback((cells: readonly (readonly [string, string])[]) => {
    setTyped((now) => new Map([...now, ...cells]))
    setFaults((now) => new Map([...now].filter(([cell]) => !cells.some(([one]) => one === cell))))
  }, [])
  /** How many were written; what was not stays typed, with its fault. */
  const save = async (changes: readonly Change[]): Promise<number> => {
    setSaving(true)
    const failed = new Map<string, string>()
    let count = 0
    for (const change of changes) {
      const cell = cellOf(change.column, change.entity.id)
      try {
        const outcome = await write(change, words)
        if ('theirs' in outcome) {
          failed.set(cell, words.t('sheet.theirs', { text: outcome.theirs }))
          await take(await callApi(get, { id: change.entity.id }, { quiet: true }))
          continue
        }
        await take(outcome.written)
        count++
        setTyped((now) => new Map([...now].filter(([one]) => one !== cell)))
      } catch (error) {
        failed.set(cell, errorText(error))
      }
    }
    setFaults(failed)
    setSaving(false)
    return count
  }
  return { typed, faults, isSaving, type, save, discard: () => setTyped(new Map()) }
}
