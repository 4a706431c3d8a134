import type { EntityStore } from '../../ports/entity-store.ts'
import { untilSaved } from '../entity/turns.ts'

/** The mail was not taken: nobody who would send, change or withdraw what it is of waits for it (`isMailing`). */
export const leaveMailing = (
  { entities, clock }: { entities: Pick<EntityStore, 'get' | 'put'>; clock: { now(): string } },
  by: string,
  id: string,
  mailedUntil: string,
): Promise<void> =>
  untilSaved(async () => {
    const before = await entities.get(id)
    // Another try may be at it since.
    if (before?.data['mailedUntil'] !== mailedUntil) return
    const { mailedUntil: _, ...data } = before.data
    const next = { ...before, rev: before.rev + 1, updated: clock.now(), updatedBy: by, data }
    await entities.put(next, { expectRev: before.rev })
  })
