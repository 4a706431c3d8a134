/** One company's bill of a run, beside the list: how it came about, what differs, what is not billed and why. */
import Alert from '@cloudscape-design/components/alert'
import Drawer from '@cloudscape-design/components/drawer'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { Link } from 'react-router-dom'
import { preview } from '../../../../shared/calls/bml/invoice/preview.ts'
import type { Bill } from '../../../../shared/model/invoice.ts'
import { useCall } from '../../../api/use-call.ts'
import { companyHref, invoiceHref, productHref } from '../../../frame/links.ts'
import { useMessageText } from '../../../texts/error-text.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { InvoiceLines } from '../../../ui/invoice-lines.tsx'
import { useMoney } from '../../../ui/money.ts'
import { Section } from '../../../ui/section.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { causesOf } from '../model/run.ts'
import type { RunOrder } from '../model/run-order.ts'
import { ProductOfLine, productNames } from '../parts/product-of-line.tsx'
import type { InvoiceWords } from '../use-invoice-words.ts'

export const billKey = ({ companyId, institution }: Pick<Bill, 'companyId' | 'institution'>): string =>
  `${companyId}:${institution}`
/** More are told by the invoice itself. */
const shownReasons = 200

interface Props {
  bill: Bill
  order: RunOrder | undefined
  words: InvoiceWords
  isPreview: boolean
}

export function RunBill({ bill, order, words, isPreview }: Props) {
  const { t } = words
  const { money, difference } = useMoney()
  const say = useMessageText()
  const { currency = '', totals, before } = bill
  const problems = bill.problems.map(({ key, message }) => say({ key }) ?? message)
  return (
    <Drawer header={<h2>{bill.company}</h2>}>
      <div className="invoices-linked">
        <SpaceBetween size="m">
          <Facts
            facts={[
              [
                t('field.company'),
                <Link key="c" to={companyHref(bill.companyId)}>
                  {bill.company}
                </Link>,
              ],
              [t('field.institution'), words.institution(bill.institution)],
              [t('run.column.outcome'), t(`outcome${isPreview ? 'Would' : ''}.${bill.outcome}`)],
              ...(bill.invoiceId
                ? [
                    [
                      t('one'),
                      <Link key="i" to={invoiceHref(bill.invoiceId)}>
                        {t('run.openInvoice')}
                      </Link>,
                    ] as const,
                  ]
                : []),
              ...(totals ? [[t('sum.net'), money(totals.net, currency)] as const] : []),
              ...(before ? [[t('sum.before'), money(before.totals.net, currency)] as const] : []),
            ]}
          />
          {problems.length > 0 && (
            <Alert type="warning" header={t('problems')}>
              <ul className="invoices-plain">
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Alert>
          )}
          {before && causesOf(bill).length > 0 && (
            <Section title={t('sum.difference')}>
              <Facts
                facts={causesOf(bill).map(([cause, amount]) => [t(`cause.${cause}`), difference(amount)])}
              />
            </Section>
          )}
          {totals && order && <Lines bill={bill} order={order} words={words} />}
          {bill.notBilled.length > 0 && (
            <Section title={t('run.notBilled')}>
              <ul className="invoices-reasons">
                {bill.notBilled.slice(0, shownReasons).map((one) => (
                  <li key={`${one.productId} ${one.listId}`}>
                    <Link to={productHref(one.productId, one.listId)}>{one.product || t('unnamed')}</Link>
                    <small>
                      {words.list(one.listId)} · {t(`notBilled.${one.key}`, { defaultValue: one.message })}
                    </small>
                  </li>
                ))}
              </ul>
              {bill.notBilled.length > shownReasons && (
                <span>{t('run.more', { count: bill.notBilled.length - shownReasons })}</span>
              )}
            </Section>
          )}
        </SpaceBetween>
      </div>
    </Drawer>
  )
}

/** As it would be made now, product by product. */
function Lines({ bill, order, words }: Omit<Props, 'isPreview'> & { order: RunOrder }) {
  const { type, targetYear, invoiceDate } = order
  const { companyId, institution } = bill
  const { data, error, mutate } = useCall(preview, {
    companyId,
    type,
    targetYear,
    institutions: [institution],
    ...(invoiceDate && { invoiceDate }),
  })
  const now = data?.list[0]
  if (error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data) return <SkeletonLines lines={5} />
  if (!now?.sums || !now.totals || !now.currency) return null
  const names = productNames(now.sums)
  return (
    <Section title={words.t('lines')}>
      <InvoiceLines
        lines={now.sums}
        totals={now.totals}
        currency={now.currency}
        words={{
          ...words,
          product: (line, id) => <ProductOfLine line={line} id={id} names={names} t={words.t} />,
        }}
      />
    </Section>
  )
}
