import { save } from '../../../../shared/calls/bml/company/save.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideCompanySave } from '../../../domain/company/save.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { call } from '../../../runtime/call.ts'
import { companyFacts } from '../../../services/company/facts.ts'
import { namedClassesRefusal } from '../../../services/entity/named-classes.ts'
import { saveEntity } from '../../../services/entity/save.ts'

/** Saves a company. Errors: not_found, forbidden, revision_conflict, invalid_input, rule_violated, duplicate. */
export default call(
  save,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const before = await entities.get('company', input.id)
    if (!before) throw notFound(input.id)
    const facts = await companyFacts(reference)
    const after = unwrap(decideCompanySave(before, input, actor, { ...facts, now: clock.now() }))
    unwrap(await namedClassesRefusal(entities, before, after))
    const written = await saveEntity(entities, before, after, { changeset: input.changeset })
    const view = viewCompany(written, actor, await reference.all('institution'))
    if (!view) throw notFound(input.id)
    return view
  },
)
