import { Link } from 'react-router-dom'
import type { InvoiceView } from '../../../../shared/model/invoice.ts'
import { difference } from '../../../../shared/rules/pricing/decimal.ts'
import { useSession } from '../../../api/session.tsx'
import { companyHref, invoiceHref } from '../../../frame/links.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { useMoney } from '../../../ui/money.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'

export function InvoiceFacts({
  view,
  words,
  company,
}: {
  view: InvoiceView
  words: InvoiceWords
  company: string
}) {
  const { t } = words
  const isStaff = useSession().actor?.role !== 'registered'
  const { date, moment } = useDateFormat()
  const { format } = useNumberFormat()
  const { money, difference: signed } = useMoney()
  const { data, before, cancels, cancelledBy } = view
  const { sealed, sendDate, cancellationDate, cancellationReason, sentTo, currency, totals } = data
  const isReal = sendDate !== undefined && sendDate >= '2000'
  const day = (of: string) => date(`${of.slice(0, 10)}T04:00:00.000Z`)
  const link = (to: string, text: string) => (isStaff ? <Link to={to}>{text}</Link> : text)
  const facts: (Fact | false | undefined)[] = [
    [t('field.company'), link(companyHref(data.companyId), company)],
    [t('field.institution'), sealed?.institution ?? words.institution(data.institution)],
    [t('field.type'), `${t(`type.${data.type}`)} ${data.targetYear}`],
    [t('field.invoiceDate'), day(sealed?.issued ?? data.invoiceDate)],
    sealed?.due !== undefined
      ? [t('field.due'), day(sealed.due)]
      : [t('field.paymentDays'), t('days', { count: data.paymentDays, number: format(data.paymentDays) })],
    isReal && [t('field.sendDate'), moment(sendDate)],
    sentTo && isReal && [t('field.sentTo'), sentTo.length > 0 ? sentTo.join(', ') : t('byPost')],
    cancellationDate !== undefined && [t('field.cancellationDate'), moment(cancellationDate)],
    cancellationReason !== undefined && [t('field.cancellationReason'), cancellationReason],
    cancels && [
      t('field.cancels'),
      <Link key="c" to={invoiceHref(cancels.id)}>
        {cancels.number}
      </Link>,
    ],
    cancelledBy && [
      t('field.cancelledBy'),
      <Link key="b" to={invoiceHref(cancelledBy.id)}>
        {cancelledBy.number}
      </Link>,
    ],
    before && [
      t('field.before'),
      <span key="y">
        <Link to={invoiceHref(before.id)}>{money(before.totals.net, before.currency)}</Link>
        {before.currency === currency && ` (${signed(difference(totals.net, before.totals.net))})`}
      </span>,
    ],
  ]
  return (
    <div className="invoices-linked">
      <Facts isColumns facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </div>
  )
}
