import { load } from '../../../../shared/calls/bml/company/load.ts'
import { notFound } from '../../../../shared/errors.ts'
import { isOfClass } from '../../../../shared/model/entity-data.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { call } from '../../../runtime/call.ts'

/** A company, or one of its revisions, without rows that only its owner may see; of a merged one also where it is led to. Errors: not_found. */
export default call(load, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const current = await entities.get('company', input.id)
  if (!current) throw notFound(input.id)
  const revision = input.rev === undefined ? undefined : await entities.getRevision(input.id, input.rev)
  const shown = input.rev === undefined ? current : revision?.entity
  if (!isOfClass('company', shown)) throw notFound(input.id)
  const institutions = await reference.all('institution')
  const view = viewCompany(shown, actor, institutions, current)
  if (!view) throw notFound(input.id)
  const into = current.data.mergedInto?.company
  const survivor = into === undefined ? undefined : await entities.get('company', into)
  const successor = survivor && viewCompany(survivor, actor, institutions)
  return {
    ...view,
    ...(successor && { successor: { id: successor.id, name: successor.data.baseData.name } }),
  }
})
