/** What a public list is made with: settings, definitions and names as they are now. */
import type { FieldDefinition, List } from '../../../shared/model/administration.ts'
import { liveStandard } from '../../../shared/rules/approval.ts'
import { type PublicContext, type PublicProduct, shownParts } from '../../../shared/rules/public/list.ts'
import { liveFields } from '../../../shared/rules/public/row.ts'
import type { ReferenceReader } from '../product/open.ts'
import type { FollowContext } from './follow.ts'
import { type Kept, rowsKey } from './kept.ts'

/** A list as it is shown: the same object as long as nothing of it changes. */
export interface PublicView {
  list: { id: string; data: List }
  fields: ReadonlyMap<string, FieldDefinition>
  products: readonly PublicProduct[]
  byId: ReadonlyMap<string, PublicProduct>
  today: string
  changed: string
}
export const viewOf = (
  data: List,
  products: readonly PublicProduct[],
  { list: id, reference, today }: PublicContext,
  { changed }: Pick<Kept, 'changed'>,
): PublicView => ({
  list: { id, data },
  fields: liveFields(reference.fields),
  products,
  byId: new Map(products.map((product) => [product.id, product])),
  today,
  changed,
})

/** What rows of products are made with. */
export async function followContext(
  reference: ReferenceReader,
  list: string,
  definition: List,
): Promise<FollowContext> {
  const [fields, standards] = await Promise.all([
    reference.all('fielddefinition'),
    reference.all('biostandard'),
  ])
  const parts = shownParts(definition)
  const paths = new Set(parts)
  return {
    list,
    key: rowsKey({ fields, paths }, standards),
    parts,
    fields,
    standards: (standard) => liveStandard(standards, standard),
    paths,
  }
}

/** What products are shown with. */
export async function publicContext(
  { reference, clock }: { reference: ReferenceReader; clock: { today(): string } },
  list: string,
  definition: List,
  { companies }: Pick<Kept, 'companies'>,
): Promise<PublicContext> {
  const [fields, options, standards, categories, components, restrictions, categoryTexts, permits] =
    await Promise.all([
      reference.all('fielddefinition'),
      reference.all('selectoption'),
      reference.all('biostandard'),
      reference.all('category'),
      reference.all('component'),
      reference.all('restrictiontext'),
      reference.all('categorytext'),
      reference.all('permit'),
    ])
  return {
    list,
    definition,
    reference: { fields, options, standards, categories, components, restrictions, categoryTexts, permits },
    company: (company) => companies.get(company),
    today: clock.today(),
  }
}
