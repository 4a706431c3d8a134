/** What an invoice is called: by its number, or as a draft of what, and by its company. */
import type { TFunction } from 'i18next'
import type { InvoiceView } from '../../../../shared/model/invoice.ts'

type Named = Pick<InvoiceView, 'data'>
export const invoiceTitle = ({ data }: Named, t: TFunction): string =>
  data.number ?? t('draftOf', { type: t(`type.${data.type}`), year: data.targetYear })
export const companyOf = ({ data }: Named, t: TFunction): string =>
  data.sealed?.company.name ?? data.indexData.company?.name ?? t('unnamed')
export const invoiceName = (view: Named, t: TFunction): string =>
  `${invoiceTitle(view, t)}, ${companyOf(view, t)}`
