import { preview } from '../../../../shared/calls/bml/invoice/preview.ts'
import { call } from '../../../runtime/call.ts'
import { previewBills } from '../../../services/invoice/bill.ts'

/** What a company would be billed, with the lines; nothing is written. */
export default call(
  preview,
  ['entities:read', 'reference', 'clock'],
  async ({ companyId, type, targetYear, invoiceDate, institutions }, { entities, reference, clock }) => {
    const year = targetYear ?? Number(clock.today().slice(0, 4))
    const request = { type, year, date: invoiceDate, institutions }
    const decided = await previewBills({ entities, reference, clock }, companyId, request)
    return {
      list: decided.map(({ bill, draft, before }) => {
        const sums = (draft ?? before?.data)?.sums
        return { ...bill, ...(bill.totals && sums && { sums }) }
      }),
    }
  },
)
