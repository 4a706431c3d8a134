/** Reads page by page, from where the page before it stopped: the last page has no cursor. `from`: where the first one begins. */
export async function* pagesOf<P extends { cursor?: string | undefined }>(
  read: (cursor: string | undefined) => Promise<P>,
  from?: string,
): AsyncGenerator<P> {
  let cursor = from
  do {
    const page = await read(cursor)
    yield page
    cursor = page.cursor
  } while (cursor !== undefined)
}

/** What reads a page is asked for: the cursor only where there is one. */
export const cursorOf = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })
