import { download } from '../../../../shared/calls/eav/file/download.ts'
import { entityNotFound, refuse, unwrap } from '../../../../shared/rules/refusal.ts'
import { contentKey, linkSeconds } from '../../../domain/file/upload.ts'
import { call } from '../../../runtime/call.ts'
import { fileNames, fileNamesIn } from '../../../services/file/visible.ts'
import { viewReference } from '../../../services/product/open.ts'

/**
 * Gives an address of the file, for who sees a document that has it under that name; their own file as long as no document
 * has it. Errors: not_found.
 */
export default call(
  download,
  ['entities:read', 'reference', 'links'],
  async ({ id, fileName, product, rev }, { entities, reference, links, actor }) => {
    const file = await entities.get('uploadedfile', id)
    if (!file || file.disabled) return unwrap(entityNotFound(id))
    const scope = { actor, entities, reference: await viewReference(reference) }
    const names = product ? await fileNamesIn(id, { product, rev }, scope) : fileNames(file, scope)
    let isSeen = false
    for await (const name of names) {
      isSeen = true
      if (name !== fileName) continue
      return { url: await links.linkTo(contentKey(id), { seconds: linkSeconds, fileName }) }
    }
    return unwrap(
      isSeen
        ? refuse('not_found', 'File with name not found', { key: 'fileNameUnknown', params: { fileName } })
        : entityNotFound(id),
    )
  },
)
