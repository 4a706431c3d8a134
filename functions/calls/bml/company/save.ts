import { save } from '../../../../shared/calls/bml/company/save.ts'
import { notFound } from '../../../../shared/errors.ts'
import type { Institution } from '../../../../shared/model/administration.ts'
import type { CompanyData } from '../../../../shared/model/company.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideCompanySave } from '../../../domain/company/save.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { call } from '../../../runtime/call.ts'
import { saveEntity } from '../../../services/entity/save.ts'

/** Saves a company. Errors: not_found, forbidden, revision_conflict, invalid_input, rule_violated, duplicate. */
export default call(
  save,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const before = await entities.get(input.id)
    if (before?.entityclass !== 'company') throw notFound(input.id)
    const after = unwrap(
      decideCompanySave(before as unknown as Entity<CompanyData>, input, actor, clock.now()),
    )
    const written = await saveEntity(entities, before, after, { changeset: input.changeset })
    const view = viewCompany(written, actor, await reference.all<Institution>('institution'))
    if (!view) throw notFound(input.id)
    return view
  },
)
