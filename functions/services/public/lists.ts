/** The public lists of a process: each as it is shown now, kept between requests, and followed as it changes. */
import { isCallError } from '../../../shared/errors.ts'
import type { List } from '../../../shared/model/administration.ts'
import { type PublicProduct, publicList } from '../../../shared/rules/public/list.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import type { Snapshots } from '../../ports/snapshots.ts'
import type { ReferenceReader } from '../product/open.ts'
import { followContext, type PublicView, publicContext, viewOf } from './context.ts'
import { type FollowPorts, follow } from './follow.ts'
import { fromStored, type Kept, toStored } from './kept.ts'

export interface PublicPorts extends FollowPorts {
  reference: ReferenceReader
  clock: FollowPorts['clock'] & { today(): string }
  snapshots: Snapshots
}
export interface PublicLists {
  /** Lists that are public, in their order. */
  published(): Promise<{ id: string; data: List }[]>
  /** Views of them. One that is being put together is left out: it is told a moment later. */
  views(): Promise<PublicView[]>
  /** Undefined where the list is not public. Refuses with `search_unavailable` where nothing is known of it yet. */
  view(list: string): Promise<PublicView | Refusal | undefined>
}

/** What is known is good for so long; then it is asked what has changed. */
const goodForMs = 10_000
/** Who asks waits so long for what has changed, and gets what was known before; and so long where nothing was. */
const waitForChangesMs = 3_000
const waitForAllMs = 20_000
const keepEveryMs = 60_000

interface Following {
  kept?: Kept
  /** When it was asked last what has changed, by `clock.millis()`. */
  askedAt: number
  storedAt: number
  running?: Promise<void>
  isLoaded?: boolean
}

interface Shown {
  version: number
  /** What products are shown by, beside their rows. */
  by: readonly unknown[]
  view: PublicView
  made: WeakMap<object, PublicProduct>
}
const isSame = (a: readonly unknown[], b: readonly unknown[]) => a.every((one, i) => one === b[i])

const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
const nameOf = (list: string) => `public-${list}`
const notYet = () =>
  refuse('search_unavailable', 'The list is being put together. Please try again in a moment.', {
    key: 'search_unavailable',
    retryAfter: 5,
  })

export function openPublicLists(ports: PublicPorts): PublicLists {
  const { reference, clock, snapshots } = ports
  const followed = new Map<string, Following>()
  const shown = new Map<string, Shown>()

  const isPublic = ({ data, disabled }: { data: List; disabled: boolean }) =>
    !disabled && data.publicSearchOn === true

  async function bringUpToDate(at: Following, id: string, definition: List): Promise<void> {
    if (!at.isLoaded) at.kept = fromStored(await snapshots.get(nameOf(id)))
    at.isLoaded = true
    const before = at.kept
    const kept = await follow(before, await followContext(reference, id, definition), ports)
    at.kept = kept
    if (before?.version === kept.version && before.key === kept.key) return
    if (before && clock.millis() - at.storedAt < keepEveryMs) return
    at.storedAt = clock.millis()
    await snapshots.put(nameOf(id), toStored(kept))
  }

  async function keptOf(id: string, definition: List): Promise<Kept | Refusal> {
    const at = followed.get(id) ?? { askedAt: Number.NEGATIVE_INFINITY, storedAt: Number.NEGATIVE_INFINITY }
    followed.set(id, at)
    const age = clock.millis() - at.askedAt
    if (at.kept && age >= 0 && age < goodForMs) return at.kept
    // One at a time: whoever comes meanwhile waits for the same.
    at.running ??= bringUpToDate(at, id, definition).finally(() => {
      at.running = undefined
      at.askedAt = clock.millis()
    })
    // The index may be away: then what was known before is told.
    const work = at.running.catch((error: unknown) => ({ error }))
    const failure = await within(at.kept ? waitForChangesMs : waitForAllMs, work)
    if (at.kept) return at.kept
    if (failure && !(isCallError(failure.error) && failure.error.code === 'search_unavailable'))
      throw failure.error
    return notYet()
  }

  const lists: PublicLists = {
    async views() {
      const found = await Promise.all((await lists.published()).map(({ id }) => lists.view(id)))
      return found.flatMap((view) => (view && !isRefusal(view) ? view : []))
    },
    async published() {
      const all = await reference.all('list')
      return [...all.values()]
        .filter(isPublic)
        .map(({ id, data }) => ({ id, data }))
        .sort((a, b) => a.data.order - b.data.order || (a.id < b.id ? -1 : 1))
    },
    async view(id) {
      const entity = (await reference.all('list')).get(id)
      if (!entity || !isPublic(entity)) {
        followed.delete(id)
        shown.delete(id)
        return undefined
      }
      const kept = await keptOf(id, entity.data)
      if (isRefusal(kept)) return kept
      const context = await publicContext({ reference, clock }, id, entity.data, kept)
      const by = [entity.data, kept.named, context.today, ...Object.values(context.reference)]
      const last = shown.get(id)
      const isSameContext = last !== undefined && isSame(last.by, by)
      if (isSameContext && last.version === kept.version) return last.view
      const made = isSameContext ? last.made : new WeakMap<object, PublicProduct>()
      const products = publicList(kept.rows.values(), context, made)
      const view = viewOf(entity.data, products, context, kept)
      shown.set(id, { version: kept.version, by, view, made })
      return view
    },
  }
  return lists
}
