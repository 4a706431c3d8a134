/** All that a search finds, page by page. */
import { execute } from '../../shared/calls/search/search/execute.ts'
import { searchPageSize } from '../../shared/constants.ts'
import type { OutputOf } from '../../shared/contract.ts'
import { pagesOf } from '../../shared/pages.ts'
import { callApi } from './client.ts'
import type { Send } from './use-call.ts'

type Hit = OutputOf<typeof execute>['list'][number]
const idOf = (hit: Hit) => (typeof hit === 'string' ? hit : hit.id)

export const firstPage = { start: 0, limit: searchPageSize }
/** Asks for one page after the other, each hit once; the input asks for the first one. */
export const allHits: Send<typeof execute> = async (input, how) => {
  const found = new Map<string, Hit>()
  const read = (cursor: string | undefined) =>
    callApi(
      execute,
      cursor === undefined ? input : { ...input, pagination: { cursor, limit: searchPageSize } },
      how,
    )
  let last: Awaited<ReturnType<typeof read>> | undefined
  for await (const page of pagesOf(read)) {
    for (const one of page.list) found.set(idOf(one), one)
    last = page
  }
  return { ...last!, list: [...found.values()] }
}
