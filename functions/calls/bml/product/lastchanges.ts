import { lastchanges } from '../../../../shared/calls/bml/product/lastchanges.ts'
import { fixedIds } from '../../../../shared/constants.ts'
import { viewerClass } from '../../../../shared/rules/permissions.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { peopleNames } from '../../../domain/account/accounts.ts'
import { productNotFound } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'
import { readMany } from '../../../services/entity/many.ts'
import { lastChanges } from '../../../services/product/last-changes.ts'
import { findProduct, viewReference } from '../../../services/product/open.ts'

/** Tells who made the values of a list what they are. Company users are not told who of the staff did. Errors: not_found. */
export default call(
  lastchanges,
  ['entities:read', 'reference'],
  async ({ id, list, rev }, { entities, reference: classes, actor }) => {
    const reference = await viewReference(classes)
    const head = unwrap(await findProduct(entities, id, actor, reference))
    const at = rev ?? head.rev
    if (at > head.rev) return unwrap(productNotFound(id))
    if (viewerClass(actor) === 'P') return { lists: {}, names: {}, from: at }
    const lists = [...new Set([list, fixedIds.list.base])]
    const { from, ...found } = await lastChanges(entities, head, { actor, reference, lists, rev: at })
    const people = Object.values(found.lists).flatMap((changes) => Object.values(changes).map(({ by }) => by))
    const accounts = await readMany(entities, [...new Set(people)])
    return { ...found, names: peopleNames(accounts, actor), from }
  },
)
