import { load } from '../../../../shared/calls/bml/company/load.ts'
import { notFound } from '../../../../shared/errors.ts'
import { isOfClass } from '../../../../shared/model/entity-data.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { call } from '../../../runtime/call.ts'

/** A company, or one of its revisions, without rows that only its owner may see. Errors: not_found. */
export default call(load, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const current = await entities.get('company', input.id)
  if (!current) throw notFound(input.id)
  const revision = input.rev === undefined ? undefined : await entities.getRevision(input.id, input.rev)
  const shown = input.rev === undefined ? current : revision?.entity
  if (!isOfClass('company', shown)) throw notFound(input.id)
  const view = viewCompany(shown, actor, await reference.all('institution'), current)
  if (!view) throw notFound(input.id)
  return view
})
