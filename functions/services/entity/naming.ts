/** Walks through what names an entity, a person or a content. */
import { cursorOf, pagesOf } from '../../../shared/pages.ts'
import type { EntityReader } from '../../ports/entity-store.ts'

export type NamingReader = Pick<EntityReader, 'listNaming'>
type NamingPage = Awaited<ReturnType<EntityReader['listNaming']>>

/**
 * Entities that name this one (or a person, a content), deleted ones too, page by page; the last page has no cursor.
 * `mustBeComplete`, and the errors that come with it: `EntityReader.listNaming`.
 */
export async function* namingPages(
  entities: NamingReader,
  name: string,
  { limit = 100, mustBeComplete = false } = {},
): AsyncGenerator<NamingPage> {
  yield* pagesOf((cursor) => entities.listNaming(name, { limit, mustBeComplete, ...cursorOf(cursor) }))
}
