/** Reads and writes invoices as they are stored. */
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import { type InvoiceOf, isInvoice } from '../../domain/invoice/rules.ts'
import type { EntityStore, Write } from '../../ports/entity-store.ts'

/** The invoice as it is stored now; undefined where it is deleted, or never was. */
export const current = async (
  entities: Pick<EntityStore, 'get'>,
  id: string,
): Promise<InvoiceOf | undefined> => {
  const found = await entities.get(id)
  return isInvoice(found) && !found.disabled ? found : undefined
}
export const changed = (
  before: InvoiceOf,
  data: InvoiceOf['data'],
  { by, now }: { by: string; now: string },
): Write & { entity: InvoiceOf } => ({
  entity: { ...before, rev: before.rev + 1, updated: now, updatedBy: by, data },
  options: { expectRev: before.rev, unique: uniqueValues('invoice', data) },
})
