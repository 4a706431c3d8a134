/** An invoice as somebody gets it, with what stands against sending it. */
import type { Actor } from '../../../shared/model/actor.ts'
import { type Invoice, type InvoiceView, invoiceSlot, invoiceState } from '../../../shared/model/invoice.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { entityNotFound, isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { uniqueKey } from '../../domain/entity/unique-values.ts'
import { mailedTo } from '../../domain/invoice/draft.ts'
import { counts } from '../../domain/invoice/history.ts'
import { type InvoiceOf, isInvoice } from '../../domain/invoice/rules.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { visibleEntity } from '../entity/visible.ts'
import { type ReferenceReader, viewReference } from '../product/open.ts'
import { problemsOf } from './problems.ts'

export interface ViewPorts {
  entities: EntityReader
  reference: ReferenceReader
}

/** The invoice of today, or one of its revisions, as the actor may see it. Refuses: not_found. */
export async function findInvoice(
  { entities, reference }: ViewPorts,
  actor: Actor,
  id: string,
  rev?: number,
): Promise<InvoiceOf | Refusal> {
  const current = await entities.get('invoice', id)
  const shown = rev === undefined ? current : (await entities.getRevision(id, rev))?.entity
  if (!current || !shown) return entityNotFound(id)
  const seen = await visibleEntity(
    shown,
    { actor, entities, reference: await viewReference(reference) },
    current,
  )
  return isInvoice(seen) ? seen : entityNotFound(id)
}

/** The same with what follows from it. Refuses: not_found. */
export async function viewInvoice(
  ports: ViewPorts,
  actor: Actor,
  id: string,
  rev?: number,
): Promise<InvoiceView | Refusal> {
  const seen = await findInvoice(ports, actor, id, rev)
  if (isRefusal(seen)) return seen
  const { data } = seen
  const mayEdit = can(actor, 'invoice:edit', undefined)
  const isOpen = ['draft', 'unsent'].includes(invoiceState(data))
  const known = async (of: string | undefined) => {
    const found = of === undefined ? undefined : await findInvoice(ports, actor, of)
    return found && !isRefusal(found) && !found.disabled ? found : undefined
  }
  const maySend = mayEdit && !seen.disabled && rev === undefined
  const [cancels, cancelledBy, before, problems, company] = await Promise.all([
    known(data.cancels),
    known(data.cancelledBy),
    known(await idOfYearBefore(ports.entities, data)),
    maySend && isOpen ? problemsOf(ports, seen.data) : [],
    maySend ? ports.entities.get('company', data.companyId) : undefined,
  ])
  const mailed = company && mailedTo(data, company.data)
  return {
    ...seen,
    may: mayEdit ? ['invoice:edit'] : [],
    problems,
    ...(mailed && { recipients: [...mailed.to, ...mailed.cc] }),
    hasDocument: data.fileHash !== undefined,
    ...(cancels?.data.number !== undefined && { cancels: { id: cancels.id, number: cancels.data.number } }),
    ...(cancelledBy?.data.number !== undefined && {
      cancelledBy: { id: cancelledBy.id, number: cancelledBy.data.number },
    }),
    ...(before &&
      counts(before) && {
        before: { id: before.id, totals: before.data.totals, currency: before.data.currency },
      }),
  }
}

const idOfYearBefore = (
  entities: Pick<EntityReader, 'findUnique'>,
  data: Invoice,
): Promise<string | undefined> =>
  entities.findUnique(
    uniqueKey('invoice', '/slot', invoiceSlot({ ...data, targetYear: data.targetYear - 1 })),
  )
