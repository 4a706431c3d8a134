import type { ChangeFeed, EntityStore } from '../../functions/ports/entity-store.ts'
import { isCallError } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'

export interface StoreUnderTest {
  store: EntityStore
  feed: Pick<ChangeFeed, 'read' | 'end'>
  /** The feed holds images: it tells states also of an entity that was erased since. */
  feedKeepsErased?: boolean
  /** Moves the store's clock, in seconds. */
  passTime(seconds: number): void
  /** Seconds since 1970, by the store's clock. */
  now(): number
  close(): Promise<void>
}
let made = 0
/** Ids of one test run never meet those of another, so that a store may be shared and kept. */
const stamp = Date.now().toString(16)
export const newId = () =>
  `00000000-0000-4000-8000-${stamp.slice(-6)}${(++made).toString(16).padStart(6, '0')}`

export const entity = (id: string, data: Record<string, unknown> = {}, entityclass = 'product'): Entity => ({
  id,
  entityclass,
  attributeset: 'default',
  rev: 1,
  created: '2026-01-01T08:00:00.000Z',
  createdBy: 'somebody',
  updated: '2026-01-01T08:00:00.000Z',
  updatedBy: 'somebody',
  disabled: false,
  data,
})
/** The error code of a refused promise; fails if it was not refused. */
export async function refusal(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isCallError(error)) throw new Error('expected a refusal', { cause: error })
  return { code: error.code, ...error.details }
}
/** All changes behind a position, in one list. */
export async function readAll(feed: Pick<ChangeFeed, 'read'>, after?: string | null) {
  const changes = []
  let position = after ?? undefined
  for (;;) {
    const page = await feed.read(position, 500)
    if (page.length === 0) return changes
    changes.push(...page)
    position = page.at(-1)!.seq
  }
}
