/** What stands against sending the invoice, or has gone wrong with it: what to mend, with a way there. */
import Alert from '@cloudscape-design/components/alert'
import type { TFunction } from 'i18next'
import { Link } from 'react-router-dom'
import { type InvoiceState, type InvoiceView, senderProblemKeys } from '../../../../shared/model/invoice.ts'
import { useCan } from '../../../api/can.ts'
import { companyHref, institutionHref } from '../../../frame/links.ts'
import { useMessageText } from '../../../texts/error-text.ts'

export function StandsAgainst({ view, state, t }: { view: InvoiceView; state: InvoiceState; t: TFunction }) {
  const say = useMessageText()
  const can = useCan()
  const { failure, companyId, institution } = view.data
  const ofSender = new Set<string>(senderProblemKeys)
  const isOfInstitution = ({ text }: InvoiceView['problems'][number]) => ofSender.has(text.key)
  const isOpen = state === 'draft' || state === 'unsent'
  if (view.disabled) return <Alert type="warning">{t('deleted.title')}</Alert>
  return (
    <>
      {failure && isOpen && (
        <Alert type="error" header={t('failed')}>
          {say(failure.text) ?? failure.message}
        </Alert>
      )}
      {view.problems.length > 0 && (
        <Alert type="warning" header={t('problems')}>
          <ul className="invoices-plain">
            {view.problems.map(({ message, text }) => (
              <li key={message}>{say(text) ?? message}</li>
            ))}
          </ul>
          <span className="invoices-linked">
            {!view.problems.every(isOfInstitution) && (
              <Link to={companyHref(companyId)}>{t('toCompany')}</Link>
            )}
            {view.problems.some(isOfInstitution) && can('administration:edit') && (
              <Link to={institutionHref(institution)}>{t('toInstitution')}</Link>
            )}
          </span>
        </Alert>
      )}
    </>
  )
}
