/** Which files a viewer may know of: those of documents and messages that they see, and their own that nothing has yet. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Revision } from '../../../shared/model/entity.ts'
import type { EntityOf } from '../../../shared/model/entity-data.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { contentName } from '../../../shared/model/references.ts'
import { partiesOf } from '../../../shared/rules/conversation.ts'
import { can, viewerClass } from '../../../shared/rules/permissions.ts'
import { seenDocuments } from '../../../shared/rules/redact-product.ts'
import { isMessage } from '../../domain/conversation/rules.ts'
import { isProduct, type ViewReference } from '../../domain/product/context.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'

export type File = EntityOf<'uploadedfile'>
export interface FileScope {
  actor: Actor
  entities: NamingReader
  reference: ViewReference
}
const limit = 50
/** Files of one content that are looked at: each person brings it once, so there are few. */
const maxTwins = 200

/**
 * What documents and messages that the actor sees call the file, and their own file as they called it while nothing has it. Each
 * name as it is found. Whoever sees none may not know of the file.
 */
export async function* fileNames(
  file: File,
  { actor, entities, reference }: FileScope,
): AsyncGenerator<string> {
  if (file.disabled) return
  const isAdmin = viewerClass(actor) === 'A'
  let isNamed = false
  for await (const { list } of namingPages(entities, file.id, { limit })) {
    isNamed ||= list.length > 0
    // What others talk about is not the administrators' either.
    for (const one of list)
      if (isAdmin && !isMessage(one)) yield file.data.fileName
      else if (isProduct(one)) {
        for (const row of seenDocuments(one.data, actor, reference))
          if (row.fileId === file.id) yield row.fileName
      } else if (isMessage(one) && can(actor, 'message:view', partiesOf(one.data))) {
        for (const row of one.data.attachments) if (row.fileId === file.id) yield row.fileName
      }
  }
  if (!isNamed && (isAdmin || file.createdBy === actor.account)) yield file.data.fileName
}

/** May the actor know of the file? */
export async function seesFile(file: File, scope: FileScope): Promise<boolean> {
  for await (const _ of fileNames(file, scope)) return true
  return false
}

/** The same within one product, at its newest or an older revision. */
export async function fileNamesIn(
  file: string,
  of: { product: string; rev?: number | undefined },
  {
    actor,
    entities,
    reference,
  }: Omit<FileScope, 'entities'> & { entities: Pick<EntityReader, 'get' | 'getRevision'> },
): Promise<string[]> {
  const current = await entities.get(of.product)
  if (!isProduct(current)) return []
  const then: Revision | undefined =
    of.rev === undefined ? undefined : await entities.getRevision(of.product, of.rev)
  const shown = of.rev === undefined ? current : then?.entity
  if (!isProduct(shown)) return []
  const rows = seenDocuments(shown.data, actor, reference, current.data)
  return rows.filter(({ fileId }) => fileId === file).map(({ fileName }) => fileName)
}

/** The file of that content that the actor may know of. */
export async function findTwin(
  content: { hash: string; sha256: string; size: number },
  scope: FileScope,
): Promise<File | undefined> {
  let seen = 0
  for await (const { list } of namingPages(scope.entities, contentName(content.hash), { limit })) {
    for (const file of list) {
      if (!isOfClass('uploadedfile', file)) continue
      const { sha256, size } = file.data
      if (sha256 !== content.sha256 || size !== content.size) continue
      if (await seesFile(file, scope)) return file
    }
    seen += list.length
    if (seen >= maxTwins) break
  }
  return undefined
}
