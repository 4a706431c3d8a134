/** What a run comes to: by institution with the difference to the year before, and how many invoices became what. */
import Alert from '@cloudscape-design/components/alert'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { Link } from 'react-router-dom'
import type { Bill } from '../../../../shared/model/invoice.ts'
import { feeSchedulesHref } from '../../../frame/links.ts'
import { useLocale } from '../../../texts/texts.ts'
import { EmptyState } from '../../../ui/error-state.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useMoney } from '../../../ui/money.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import { countsByOutcome, sumsByInstitution, withoutSchedule } from '../model/run.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'

interface Props {
  bills: readonly Bill[]
  words: InvoiceWords
  isPreview: boolean
}

export function RunSums({ bills, words, isPreview }: Props) {
  const { t } = words
  const { amount, money, difference } = useMoney()
  const { format } = useNumberFormat()
  const { locale } = useLocale()
  const compare = titleOrder(locale)
  const sums = sumsByInstitution(bills).toSorted((a, b) =>
    compare(words.institution(a.institution), words.institution(b.institution)),
  )
  const counts = countsByOutcome(bills)
  const lacking = withoutSchedule(bills)
  return (
    <Container header={<Header variant="h2">{t('run.sums')}</Header>}>
      {bills.length === 0 ? (
        <EmptyState title={t('run.nobody')} text={t('run.nobodyText')} />
      ) : (
        <SpaceBetween size="m">
          {lacking.length > 0 && (
            <Alert type="warning" header={t('run.lacking')}>
              <ul className="invoices-plain">
                {lacking.map(([institution, companies]) => (
                  <li key={institution}>
                    {t('run.lackingOf', {
                      institution: words.institution(institution),
                      number: format(companies),
                    })}
                  </li>
                ))}
              </ul>
              <span className="invoices-linked">
                <Link to={feeSchedulesHref}>{t('run.toSchedules')}</Link>
              </span>
            </Alert>
          )}
          <Facts
            isColumns
            facts={counts.map(([outcome, count]) => [
              t(`outcome${isPreview ? 'Would' : ''}.${outcome}`),
              format(count),
            ])}
          />
          {sums.length > 0 && (
            <div className="invoices-scroll">
              <table className="invoices-sums">
                <thead>
                  <tr>
                    <th scope="col">{t('field.institution')}</th>
                    <th scope="col">{t('sum.invoices')}</th>
                    <th scope="col">{t('sum.net')}</th>
                    <th scope="col">{t('sum.before')}</th>
                    <th scope="col">{t('sum.difference')}</th>
                    <th scope="col">{t('sum.gross')}</th>
                  </tr>
                </thead>
                <tbody>
                  {sums.map((sum) => (
                    <tr key={`${sum.institution} ${sum.currency}`}>
                      <th scope="row">{words.institution(sum.institution)}</th>
                      <td>{format(sum.invoices)}</td>
                      <td>{amount(sum.net)}</td>
                      <td>{amount(sum.before)}</td>
                      <td>{difference(sum.difference)}</td>
                      <td>{sum.currency ? money(sum.gross, sum.currency) : ''}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </SpaceBetween>
      )}
    </Container>
  )
}
