/** The form of the export as it was chosen last time, on this machine. */
import * as z from 'zod'
import { decimalSigns, separators } from '../../../../shared/rules/export.ts'
import { exportColumns } from './rows.ts'

const form = z.object({
  columns: z.array(z.enum(exportColumns)).min(1),
  separator: z.enum(separators),
  decimal: z.enum(decimalSigns),
})
type Form = z.infer<typeof form>
const key = 'inputlist.invoices.export'

export function keptForm(): Form {
  try {
    return form.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return { columns: [...exportColumns], separator: ';', decimal: '.' }
  }
}
export const keepForm = (next: Form): void => localStorage.setItem(key, JSON.stringify(next))
