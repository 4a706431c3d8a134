/** What the public search of a list would show with other settings, of its products as they are. */
import type { Locale } from '../../../shared/constants.ts'
import type { List } from '../../../shared/model/administration.ts'
import { publicList } from '../../../shared/rules/public/list.ts'
import { entityNotFound, isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { columnsOf, partText, partTitle } from '../../domain/public/answer.ts'
import { formsOf } from '../../domain/public/html.ts'
import type { ReferenceReader } from '../product/open.ts'
import { askedIn, foundIn, tellingOf } from './answers.ts'
import { followContext, publicContext, viewOf } from './context.ts'
import { type FollowPorts, sampleOf } from './follow.ts'

interface PreviewPorts extends FollowPorts {
  reference: ReferenceReader
  clock: FollowPorts['clock'] & { today(): string }
}
type Previewed = Pick<
  List,
  'publicSearchExtraFields' | 'publicSearchColumns' | 'publicSearchFacets' | 'publicSearchSorting'
>
/** Products that are shown. */
const shown = '8'

export async function previewList(
  ports: PreviewPorts,
  { list, language, settings }: { list: string; language: Locale; settings: Previewed },
) {
  const { reference } = ports
  const entity = (await reference.all('list')).get(list)
  if (!entity || entity.disabled) return entityNotFound(list)
  const { publicSearchSorting: _, ...rest } = entity.data
  const definition: List = { ...rest, ...settings }
  const kept = await sampleOf(await followContext(reference, list, definition), ports)
  const context = await publicContext(ports, list, definition, kept)
  const view = viewOf(definition, publicList(kept.rows.values(), context), context, kept)
  const asked = askedIn(view, new URLSearchParams({ size: shown }))
  if (isRefusal(asked)) return asked satisfies Refusal
  const t = { ...(await tellingOf(view, language)), forms: formsOf(language) }
  const found = foundIn(view, asked, t)
  const columns = columnsOf(definition)
  return {
    count: found.count,
    isAll: kept.isAll,
    columns: columns.map((id) => ({ id, title: partTitle(id, t) })),
    products: found.products.map((product) => ({
      id: product.id,
      cells: columns.map((part) => partText(product, part, t)),
    })),
    facets: found.facets.map(({ id, values }) => ({ id, title: partTitle(id, t), values: values.length })),
  }
}
