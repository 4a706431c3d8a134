/** What the invoices of a year come to: by institution, main category and month, drawn and in numbers, in each currency. */
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import * as z from 'zod'
import { totals } from '../../../shared/calls/bml/invoice/totals.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { invoiceYear } from '../../../shared/model/fee-schedule.ts'
import { noCategory } from '../../../shared/rules/pricing/by-category.ts'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { useLocale } from '../../texts/texts.ts'
import { useToday } from '../../ui/dates.tsx'
import { EmptyState, ErrorState } from '../../ui/error-state.tsx'
import { useListState } from '../../ui/list-state.ts'
import { useMoney } from '../../ui/money.ts'
import { useNumberFormat } from '../../ui/numbers.ts'
import { titleOrder } from '../../ui/select-options.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { billedInYear, datedInYear } from './model/list.ts'
import { type InvoiceWords, useInvoiceWords } from './use-invoice-words.ts'
import './invoices.css'

type Answer = OutputOf<typeof totals>
/** Years that are offered, the current one among them. */
const shownYears = 8

export function InvoicePictureScreen() {
  const words = useInvoiceWords()
  const { t } = words
  const thisYear = Number(useToday().slice(0, 4))
  const [state, setState] = useListState(z.object({ year: invoiceYear }), { year: thisYear })
  const { year } = state
  const years = [...new Set([...Array.from({ length: shownYears }, (_, n) => thisYear + 1 - n), year])]
    .sort((a, b) => b - a)
    .map((one) => ({ value: String(one), label: String(one) }))
  const inOrder = titleOrder(useLocale().locale)
  const byInstitution = useCall(totals, { attributeFilter: billedInYear(year), by: 'institution' })
  const byCategory = useCall(totals, { attributeFilter: billedInYear(year), by: 'category' })
  const byMonth = useCall(totals, { attributeFilter: datedInYear(year), by: 'month', year })
  const asked = [byInstitution, byCategory, byMonth]
  const error = asked.find((one) => one.error)?.error
  const isEmpty = byInstitution.data?.totals.length === 0 && byMonth.data?.totals.length === 0
  return (
    <Page
      title={t('picture.title', { year })}
      badges={
        <Select
          ariaLabel={t('picture.year')}
          inlineLabelText={t('picture.year')}
          options={years}
          selectedOption={years.find(({ value }) => value === String(year)) ?? null}
          onChange={({ detail }) => setState({ year: Number(detail.selectedOption.value) })}
        />
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all(asked.map((one) => one.mutate()))} />
      ) : isEmpty ? (
        <Container>
          <EmptyState title={t('picture.none')} />
        </Container>
      ) : (
        <SpaceBetween size="l">
          <Container header={<Header variant="h2">{t('picture.byInstitution')}</Header>}>
            <Groups
              answer={byInstitution.data}
              what={t('field.institution')}
              nameOf={words.institution}
              order={inOrder}
              words={words}
            />
          </Container>
          <Container
            header={
              <Header variant="h2" description={t('picture.byCategoryText')}>
                {t('picture.byCategory')}
              </Header>
            }
          >
            <Groups
              answer={byCategory.data}
              what={t('picture.category')}
              nameOf={(key) => (key === noCategory ? t('picture.noCategory') : words.mainCategory(key))}
              words={words}
              isNet
            />
          </Container>
          <Container
            header={
              <Header variant="h2" description={t('picture.byMonthText')}>
                {t('picture.byMonth')}
              </Header>
            }
          >
            <Months answer={byMonth.data} words={words} />
          </Container>
        </SpaceBetween>
      )}
    </Page>
  )
}

function Months({ answer, words }: { answer: Answer | undefined; words: InvoiceWords }) {
  const { tag } = useLocale()
  const name = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
  return (
    <Groups
      answer={answer}
      what={words.t('picture.month')}
      nameOf={(key) => name.format(Date.parse(`${key}-01T00:00:00Z`))}
      words={words}
    />
  )
}

/** A table for each currency, with a bar for the share of its sum. */
function Groups({
  answer,
  what,
  nameOf,
  words,
  order,
  isNet = false,
}: {
  answer: Answer | undefined
  what: string
  nameOf(key: string): string
  words: InvoiceWords
  /** Compares names; without it they stand as they are told. */
  order?(a: string, b: string): number
  /** Of parts of invoices, which have no tax of their own. */
  isNet?: boolean
}) {
  const { t } = words
  const { amount, money } = useMoney()
  const { format } = useNumberFormat()
  if (!answer) return <SkeletonLines lines={4} />
  return (
    <SpaceBetween size="l">
      {answer.totals.map((whole) => {
        const rows = answer.groups.flatMap(({ key, totals: of }) => {
          const found = of.find(({ currency }) => currency === whole.currency)
          return found ? [{ key, ...found }] : []
        })
        if (order) rows.sort((a, b) => order(nameOf(a.key), nameOf(b.key)))
        const largest = Math.max(...rows.map(({ net }) => Math.abs(net)), 1)
        return (
          <div key={whole.currency} className="invoices-scroll">
            <table className="invoices-sums invoices-picture">
              <colgroup>
                <col />
                <col className="invoices-count" />
                <col className="invoices-amount" />
                <col className="invoices-share" />
                {!isNet && <col className="invoices-amount" />}
              </colgroup>
              <thead>
                <tr>
                  <th scope="col">{what}</th>
                  <th scope="col">{t('sum.invoices')}</th>
                  <th scope="col">{`${t('sum.net')} (${whole.currency})`}</th>
                  <th scope="col" className="invoices-bar">
                    {t('picture.share')}
                  </th>
                  {!isNet && <th scope="col">{t('sum.gross')}</th>}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ key, count, net, gross }) => (
                  <tr key={key}>
                    <th scope="row">{nameOf(key)}</th>
                    <td>{format(count)}</td>
                    <td>{amount(net)}</td>
                    <td className="invoices-bar">
                      <span
                        data-below={net < 0 ? '' : undefined}
                        style={{ inlineSize: `${(Math.abs(net) * 100) / largest}%` }}
                      />
                    </td>
                    {gross !== undefined && <td>{amount(gross)}</td>}
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('picture.total')}</th>
                  <td>{format(whole.count)}</td>
                  <td>{amount(whole.net)}</td>
                  <td />
                  {!isNet && <td>{money(whole.gross, whole.currency)}</td>}
                </tr>
              </tfoot>
            </table>
          </div>
        )
      })}
    </SpaceBetween>
  )
}
