/** An invoice: its lines with the rule of each, what is added by hand and said beside, what can be done with it, its history. */
import { useCallback } from 'react'
import { useParams } from 'react-router-dom'
import { load } from '../../../shared/calls/bml/invoice/load.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { InvoiceView } from '../../../shared/model/invoice.ts'
import { useSession } from '../../api/session.tsx'
import { useCall } from '../../api/use-call.ts'
import { invoicesHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { ErrorState, NotFoundState } from '../../ui/error-state.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { InvoicePage } from './page/invoice-page.tsx'
import './invoices.css'

export function InvoiceScreen() {
  const { invoiceId = '' } = useParams()
  const t = useTexts('invoices')
  const { account, actor } = useSession()
  const { data, error, mutate } = useCall(load, { id: invoiceId }, { revalidateOnFocus: true })
  const onView = useCallback((view: InvoiceView) => void mutate(view, { revalidate: false }), [mutate])
  if (error && !data)
    return (
      <Page title={t('one')}>
        {isCallError(error) && ['not_found', 'invalid_input'].includes(error.code) ? (
          <NotFoundState
            title={t('notFound.title')}
            text={t('notFound.text')}
            back={t(actor?.role === 'admin' ? 'toList' : 'toStart')}
            href={actor?.role === 'admin' ? invoicesHref : '/'}
          />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )}
      </Page>
    )
  if (!data || !account)
    return (
      <Page title={t('one')}>
        <PageSkeleton sections={2} />
      </Page>
    )
  // A draft belongs to one invoice and one account.
  return (
    <InvoicePage
      key={`${invoiceId}:${account.id}`}
      view={data}
      account={account.id}
      onView={onView}
      onReload={() => mutate()}
    />
  )
}
