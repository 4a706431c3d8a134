/** Two companies of one name, and what names them, beside the small world. */
import { uuidV5 } from '../../scripts/fixed-ids.ts'
import { countryId } from '../../scripts/seed/people.ts'
import { write } from '../../scripts/seed/writer.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { merge } from '../../shared/calls/bml/company/merge.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { smallDay } from '../fixtures/small.ts'
import { type Harness, ids } from './harness.ts'

const own = (name: string) => uuidV5(`test/merge/${name}`)
export const stays = own('company/stays')
export const goes = own('company/goes')
export const userOfGoes = own('account/goes')
export const confirmed = own('confirmation/sent')
export const productNo = (n: number) => own(`product/${n}`)

type World = Pick<Harness, 'ports'>
const add = ({ ports }: World, entityclass: EntityClassName, id: string, data: object) =>
  write(ports, { id, entityclass, steps: [{ at: smallDay, data: data as Record<string, unknown> }] })

const company = (name: string, customerNumber: number, more: object) => ({
  baseData: { name, customerNumber, owner: ids.institution.aare, groups: [], ...more },
  addresses: { a1: { type: 'main', city: 'Aarau', country: countryId('CH') } },
  contactPersons: { p1: { isMain: true, lastName: name, email: `${customerNumber}@example.org` } },
})
type Rows = ProductData['listData'][string]['_companies']
const addProduct = (h: World, n: number, rows: Rows, lists: Record<string, object> = {}) =>
  add(h, 'product', productNo(n), {
    listData: {
      [ids.list.base]: {
        _responsible: { institution: ids.institution.aare },
        _category: ids.category.compost,
        'basis-f1': { textValue: `Merged ${n}` },
        _companies: rows,
      },
      ...lists,
    },
  })

/** `products` name the one that goes: as distributor, beside the other one, in another list … */
export async function seedMerge(h: World, products = 4): Promise<void> {
  await add(h, 'company', stays, company('Biohof Muster AG', 2001, { website: 'https://muster.example' }))
  const more = { companyAbbreviation: 'BHM', taxId: 'DE123456789', euControlNumber: 'DE-ÖKO-006' }
  await add(h, 'company', goes, company('Bio-Hof Muster', 2002, more))
  await add(h, 'account', userOfGoes, {
    active: true,
    registrationName: 'merged.user',
    registrationOptionName: 'paid',
    companyLink: goes,
  })
  for (let n = 0; n < products; n++)
    await addProduct(
      h,
      n,
      n % 4 === 1
        ? {
            r1: { company: stays, role: 'contract-manufacturer', amount: 40 },
            r2: { company: goes, role: 'contract-manufacturer', amount: 60 },
          }
        : { r1: { company: goes, role: 'distributor' }, r2: { company: stays, role: 'manufacturer' } },
      n % 4 === 2 ? { [ids.list.ch]: { _companies: { r9: { company: goes, role: 'distributor' } } } } : {},
    )
  await add(h, 'listing_confirmation', confirmed, {
    productId: productNo(0),
    listIds: [ids.list.base],
    institutionId: ids.institution.aare,
    companyId: goes,
    language: 'de_DE',
    type: 'listing',
    site: 'https://inputlist.example',
  })
}
export const rowsOf = async ({ ports }: World, n: number, list: string = ids.list.base) =>
  ((await ports.entities.get('product', productNo(n)))?.data.listData[list]?._companies ?? {}) as Rows

type Order = Partial<Parameters<typeof merge.input.parse>[0] & object>
export async function orderOf({ ports }: World, more: Order = {}) {
  const revOf = async (id: string) => (await ports.entities.get(id))!.rev
  return {
    companies: [
      { id: stays, rev: await revOf(stays) },
      { id: goes, rev: await revOf(goes) },
    ],
    survivor: stays,
    ...more,
  }
}
/** Merges to the end. */
export async function merging(h: Harness, more: Order = {}) {
  const { jobId } = await h.as('admin').call(merge, await orderOf(h, more))
  await h.worked()
  return h.as('admin').call(checkstatus, { id: jobId })
}
/** Every place that names a company, of everything. */
export async function namedPlaces({ ports: { entities } }: World, products: number) {
  const found: Record<string, unknown> = {}
  for (let n = 0; n < products; n++)
    found[`product ${n}`] = Object.fromEntries(
      Object.entries((await entities.get('product', productNo(n)))!.data.listData).map(([list, data]) => [
        list,
        data._companies,
      ]),
    )
  found['account'] = (await entities.get('account', userOfGoes))!.data.companyLink
  found['confirmation'] = (await entities.get('listing_confirmation', confirmed))!.data.companyId
  return found
}
