/** Walks through what names an entity, a person or a content. */
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
  let cursor: string | undefined
  do {
    const page = await entities.listNaming(name, {
      limit,
      mustBeComplete,
      ...(cursor !== undefined && { cursor }),
    })
    yield page
    cursor = page.cursor
  } while (cursor !== undefined)
}
