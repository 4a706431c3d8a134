import { load } from '../../../../shared/calls/bml/company/load.ts'
import { notFound } from '../../../../shared/errors.ts'
import type { Institution } from '../../../../shared/model/administration.ts'
import type { CompanyData } from '../../../../shared/model/company.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { call } from '../../../runtime/call.ts'

/** A company, or one of its revisions, without rows that only its owner may see. Errors: not_found. */
export default call(load, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const current = (await entities.get(input.id)) as Entity<CompanyData> | undefined
  if (current?.entityclass !== 'company') throw notFound(input.id)
  const revision = input.rev === undefined ? undefined : await entities.getRevision(input.id, input.rev)
  if (input.rev !== undefined && !revision) throw notFound(input.id)
  const shown = revision ? (revision.entity as Entity<CompanyData>) : current
  const view = viewCompany(shown, actor, await reference.all<Institution>('institution'), current)
  if (!view) throw notFound(input.id)
  return view
})
