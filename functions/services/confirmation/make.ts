/** Makes a confirmation, and judges whether one that is there may be sent. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Confirmation, ListingConfirmation } from '../../../shared/model/confirmation.ts'
import { unstored } from '../../../shared/model/entity-data.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { problemRefusal } from '../../domain/confirmation/problems.ts'
import { makeRefusal } from '../../domain/confirmation/rules.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { untilTurn } from '../entity/turns.ts'
import { judgeDrafts } from './drafts.ts'
import {
  type Confirmable,
  type ConfirmPorts,
  decideConfirmation,
  openLiving,
  problemsOf,
  withReleases,
} from './open.ts'

type Asked = Pick<
  ListingConfirmation,
  'productId' | 'listIds' | 'institutionId' | 'companyId' | 'replaces' | 'language' | 'type' | 'site'
>

/**
 * All that the confirmation is made from, if the actor may make it so and nothing stands against it; `toSend`: and nothing against
 * sending it. Refuses: not_found, forbidden, invalid_input, rule_violated (also with every one of ERR1 to ERR6 and where each is
 * mended).
 */
export async function judge(
  ports: ConfirmPorts,
  actor: Actor,
  asked: Asked,
  { toSend = false } = {},
): Promise<Confirmable | Refusal> {
  const living = await openLiving(ports, actor, asked)
  if (isRefusal(living)) return living
  const opened = toSend ? await withReleases(ports, living, asked.listIds) : living
  const replaced = asked.replaces === undefined ? undefined : await ports.entities.get(asked.replaces)
  return decideConfirmation(ports.entities, opened, (c) => {
    const { product, reference } = c
    return (
      makeRefusal(asked, { actor, product, replaced, ...reference }) ??
      problemRefusal(problemsOf(asked, c)) ??
      c
    )
  })
}

/** One that is there, to be shown or sent: nothing stands against it. Refuses: not_found, rule_violated. */
export async function openReady(
  ports: ConfirmPorts,
  actor: Actor,
  asked: Pick<ListingConfirmation, 'productId' | 'listIds' | 'companyId'>,
): Promise<Confirmable | Refusal> {
  const opened = await openLiving(ports, actor, asked)
  if (isRefusal(opened)) return opened
  return decideConfirmation(ports.entities, opened, (c) => problemRefusal(problemsOf(asked, c)) ?? c)
}

/** Makes it, once for each id. Refuses as `judge` does, and where the product has too many. */
export async function makeConfirmation(
  ports: ConfirmPorts & { entities: EntityStore; clock: { now(): string } },
  actor: Actor,
  id: string,
  asked: Asked,
): Promise<Confirmation | Refusal> {
  const known = await ports.entities.get('listing_confirmation', id)
  if (known) return known
  const c = await judge(ports, actor, asked)
  if (isRefusal(c)) return c
  const now = ports.clock.now()
  const by = { created: now, createdBy: actor.account, updated: now, updatedBy: actor.account }
  return untilTurn(async () => {
    const turn = await judgeDrafts(ports.entities, asked.productId)
    if (isRefusal(turn)) return turn
    return ports.entities.put(
      { ...unstored('listing_confirmation', id, asked), rev: 1, ...by },
      { expectRev: 0, turn },
    )
  })
}
