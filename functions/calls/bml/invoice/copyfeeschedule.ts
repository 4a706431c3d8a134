import { copyfeeschedule } from '../../../../shared/calls/bml/invoice/copyfeeschedule.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unstored } from '../../../../shared/model/entity-data.ts'
import type { FeeSchedule } from '../../../../shared/model/fee-schedule.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { checkedData } from '../../../domain/entity/checked.ts'
import { uniqueValues } from '../../../domain/entity/unique-values.ts'
import { copiedSchedule } from '../../../domain/invoice/schedule.ts'
import { call } from '../../../runtime/call.ts'
import { namedClassesRefusal } from '../../../services/entity/named-classes.ts'

/**
 * Copies a fee schedule to another year, or another institution: fees with a raise, tax, days and texts as its institution has them today.
 * Errors: not_found, duplicate (there is one for the year), invalid_input (a fee is raised beyond what there is; no such institution),
 * rule_violated (it names what is deleted).
 */
export default call(
  copyfeeschedule,
  ['entities', 'reference', 'clock', 'ids'],
  async ({ id, year, raisePercent, ...asked }, { entities, reference, clock, ids, actor }) => {
    const before = await entities.get('feeschedule', id)
    if (!before || before.disabled) throw notFound(id)
    const newId = ids.next()
    // The same request again, after it was cut off between its write and its answer.
    const known = await entities.get('feeschedule', newId)
    if (known) return known
    const institution = asked.institution ?? before.data.institution
    const of = (await reference.all('institution')).get(institution)?.data
    const copy = copiedSchedule(before.data, { institution, year, raisePercent }, of)
    const data = unwrap(checkedData<FeeSchedule>('feeschedule', copy, { before: before.data }))
    const now = clock.now()
    const by = { created: now, createdBy: actor.account, updated: now, updatedBy: actor.account }
    const made = { ...unstored('feeschedule', newId, data), rev: 1, ...by }
    unwrap(await namedClassesRefusal(entities, undefined, made))
    return entities.put(made, { expectRev: 0, unique: uniqueValues('feeschedule', data) })
  },
)
