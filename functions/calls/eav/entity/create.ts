import { create } from '../../../../shared/calls/eav/entity/create.ts'
import { forbidden, invalidInput } from '../../../../shared/errors.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { entityClasses } from '../../../../shared/model/entity-classes.ts'
import { can } from '../../../../shared/rules/permissions.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideCompanyWhole } from '../../../domain/company/save.ts'
import { decideProductCreate, mergePatch } from '../../../domain/entity/product-write.ts'
import { uniqueValues } from '../../../domain/entity/unique-values.ts'
import { classOf, decideCreate } from '../../../domain/entity/write.ts'
import { withTerms } from '../../../domain/invoice/schedule.ts'
import type { Turn } from '../../../ports/entity-store.ts'
import { call } from '../../../runtime/call.ts'
import { companyFacts } from '../../../services/company/facts.ts'
import { decideOnStored } from '../../../services/entity/decide-on-stored.ts'
import { judgeKept } from '../../../services/entity/kept-limit.ts'
import { namedClassesRefusal } from '../../../services/entity/named-classes.ts'
import { untilTurn } from '../../../services/entity/turns.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { decideOnReference, productReference } from '../../../services/product/open.ts'
import { writeProduct } from '../../../services/product/write.ts'

/** Creates an entity by the rules of its class. Errors: forbidden, invalid_input, rule_violated, duplicate. */
export default call(
  create,
  ['entities', 'reference', 'clock', 'ids'],
  async (input, { entities, reference, clock, ids, actor }) => {
    const entityclass = unwrap(classOf(input.entityclass))
    const now = clock.now()
    const id = ids.next()
    const all = await productReference(reference)
    // The same request again, after it was cut off between its write and its answer.
    const known = await entities.get(id)
    if (known?.entityclass === entityclass) {
      const seen = await visibleEntity(known, { actor, entities, reference: all })
      if (seen) return seen
    }
    const write = async (entity: Entity, turn?: Turn) => {
      unwrap(await namedClassesRefusal(entities, undefined, entity))
      const unique = uniqueValues(entityclass, entity.data)
      return entities.put(entity, { expectRev: 0, unique, ...(turn && { turn }) })
    }
    let written: Entity
    if (entityclass === 'product') {
      if (!can(actor, 'product:create', undefined)) throw forbidden()
      const made = { id, created: now, createdBy: actor.account }
      const by = { actor, today: clock.today() }
      const decision = unwrap(
        await decideOnReference(entities, all, (stored) =>
          decideProductCreate((c) => mergePatch(c, input.data), made, { ...by, reference: stored }),
        ),
      )
      written = unwrap(await writeProduct(entities, made, decision, { actor, now, reference: all }))
    } else if (entityclass === 'company') {
      const facts = await companyFacts(reference)
      written = await write(unwrap(decideCompanyWhole(input.data, actor, id, { ...facts, now })))
    } else {
      if (input.data['importKey'] !== undefined)
        throw invalidInput([{ path: '/data/importKey', expected: 'this is set by imports only' }])
      const others = entityClasses[entityclass].isReference ? await reference.all(entityclass) : new Map()
      const data =
        entityclass === 'feeschedule' ? withTerms(input.data, await reference.all('institution')) : input.data
      const asked = { entityclass, attributeset: input.attributeset, data }
      const outcome = await decideOnStored(entities, { others }, { others: entityclass }, (stored) =>
        decideCreate(asked, { actor, now, id, views: all, ...stored }),
      )
      const decided = unwrap(outcome)
      written = await untilTurn(async () =>
        write(decided, unwrap(await judgeKept(undefined, decided, actor, entities))),
      )
    }
    const seen = await visibleEntity(written, { actor, entities, reference: all })
    if (!seen) throw forbidden()
    return seen
  },
)
