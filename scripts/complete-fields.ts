/** Field definitions that an older Inputlist made, brought to what this one says of them. */
import { uniqueValues } from '../functions/domain/entity/unique-values.ts'
import { fixedIds } from '../shared/constants.ts'
import { isCallError } from '../shared/errors.ts'
import { sameValue } from '../shared/rules/values.ts'
import { fieldDefinitions } from './seed/fields.ts'
import type { SeedPorts } from './seed/writer.ts'

/**
 * Adds what they do not say yet, such as the kind of a code, and changes nothing that they say. Those that somebody has changed
 * or deleted stay as they are. Gives how many were completed.
 */
export async function completeFields({ entities, clock }: SeedPorts): Promise<number> {
  const now = new Map(fieldDefinitions.map(({ id, data }) => [id, data]))
  let completed = 0
  for (const found of await entities.getMany([...now.keys()])) {
    const data = { ...now.get(found.id), ...found.data }
    const isOurs = !found.disabled && found.updatedBy === fixedIds.account.system
    if (!isOurs || sameValue(data, found.data)) continue
    const next = { ...found, rev: found.rev + 1, updated: clock.now(), data }
    try {
      await entities.put(next, { expectRev: found.rev, unique: uniqueValues('fielddefinition', data) })
      completed++
    } catch (error) {
      // Somebody changes it right now: theirs counts.
      if (!isCallError(error) || error.code !== 'revision_conflict') throw error
    }
  }
  return completed
}
