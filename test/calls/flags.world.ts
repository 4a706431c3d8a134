/** Flags, and products that bear them, beside the small world. */
import { uuidV5 } from '../../scripts/fixed-ids.ts'
import { write } from '../../scripts/seed/writer.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../shared/calls/batch/job/run.ts'
import type { FlagInput } from '../../shared/jobs/flag.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { smallDay } from '../fixtures/small.ts'
import { type Harness, ids } from './harness.ts'

const own = (name: string) => uuidV5(`test/flags/${name}`)
export const flags = { free: own('free'), fresh: own('fresh'), old: own('old') }
export const notAFlag = own('unit')
export const productNo = (n: number) => own(`product/${n}`)
export const numbered = (count: number) => Array.from({ length: count }, (_, n) => productNo(n))

const title = (text: string) => ({ de_DE: text, en_GB: text })
export async function seedFlags({ ports }: Pick<Harness, 'ports'>, products = 0): Promise<void> {
  const option = (id: string, type: string, text: string, enabled = true) =>
    write(ports, {
      id,
      entityclass: 'selectoption',
      steps: [{ at: smallDay, data: { type, title: title(text), enabled } }],
    })
  await option(flags.free, 'invoice-flags', 'Free of charge')
  await option(flags.fresh, 'invoice-flags', 'New listing')
  await option(flags.old, 'invoice-flags', 'No longer used', false)
  await option(notAFlag, 'unit', 'kg')
  for (const [n, id] of numbered(products).entries()) await addProduct({ ports }, id, `Flagged ${n}`)
}
export async function addProduct(
  { ports }: Pick<Harness, 'ports'>,
  id: string,
  name: string,
  more: Record<string, unknown> = {},
  responsible: string = ids.institution.aare,
): Promise<void> {
  const base = {
    _responsible: { institution: responsible },
    _category: ids.category.compost,
    'basis-f1': { textValue: name },
  }
  const { listData, ...rest } = more
  const data = { ...rest, listData: { [ids.list.base]: base, ...(listData as object) } }
  await write(ports, { id, entityclass: 'product', steps: [{ at: smallDay, data }] })
}

type User = Parameters<Harness['as']>[0]
type Config = Partial<FlagInput> & Pick<FlagInput, 'flagId'>
export const startFlagging = async (h: Harness, user: User, config: Config) =>
  (await h.as(user).call(run, { template: 'flag', config })).jobId
/** Runs it to its end. */
export async function flagging(h: Harness, user: User, config: Config) {
  const id = await startFlagging(h, user, config)
  await h.worked()
  return h.as(user).call(checkstatus, { id })
}
const dataOf = async ({ ports }: Pick<Harness, 'ports'>, id: string): Promise<ProductData> =>
  (await ports.entities.get('product', id))!.data
export const flagsOf = async (h: Pick<Harness, 'ports'>, id: string) => (await dataOf(h, id)).invoiceFlags
