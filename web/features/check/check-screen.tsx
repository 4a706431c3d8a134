/** Says whether a listing confirmation still holds: for anybody who has the document, without signing in. */
import Alert from '@cloudscape-design/components/alert'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { check } from '../../../shared/calls/bml/confirmation/check.ts'
import { checkPath } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { useCall } from '../../api/use-call.ts'
import { OutsidePage } from '../../frame/outside-page.tsx'
import { labelled, languageTag, useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import './check.css'

type Answer = OutputOf<typeof check>
const alerts = {
  valid: 'success',
  replaced: 'warning',
  ended: 'error',
  withdrawn: 'error',
  unsent: 'warning',
} as const

export function CheckScreen({ config }: { config: RuntimeConfig }) {
  const t = useTexts('check')
  const { number = '' } = useParams()
  const { data, error, mutate } = useCall(check, { number: number.slice(0, 40) })
  return (
    <OutsidePage config={config} title={t('title')} isWide>
      <div className="il-outside-form">
        <SpaceBetween size="l">
          <h2>{t('title')}</h2>
          {data ? (
            <Checked answer={data} />
          ) : isCallError(error) && error.code === 'not_found' ? (
            <Alert type="error" header={t('unknown')}>
              {t('unknownText')}
              <Facts facts={[[t('number'), number]]} />
            </Alert>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void mutate()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </SpaceBetween>
      </div>
    </OutsidePage>
  )
}

function Checked({ answer }: { answer: Answer }) {
  const t = useTexts('check')
  const ofConfirmations = useTexts('confirmations')
  const { date } = useDateFormat()
  const { state, number, content, ended, replacedBy, fileHash } = answer
  const { type, product, company, institution, issued, lists, language } = content
  const next: ReactNode = replacedBy ? (
    <Link to={`${checkPath}/${replacedBy}`}>{t('text.replaced', { number: replacedBy })}</Link>
  ) : (
    t('text.replacedByAnother')
  )
  const hasEnded = (list: string, standard: string) =>
    ended.some((one) => one.list === list && one.standard === standard)
  return (
    <SpaceBetween size="l">
      <Alert type={alerts[state]} header={t(`state.${state}`)}>
        {state === 'replaced' ? next : t(`text.${state}`)}
      </Alert>
      <Facts
        facts={[
          [t('number'), number],
          [ofConfirmations('new.type'), ofConfirmations(`type.${type}`)],
          [t('product'), product],
          [t('company'), [company.name, ...company.address].join(', ')],
          [t('institution'), institution],
          [t('issued'), date(issued)],
        ]}
      />
      {lists.map(({ list, title, product: named, standards }) => (
        <table key={list} className="check-list">
          {/* As it stands on the document, in its language. */}
          <caption lang={languageTag(language)}>{named === product ? title : labelled(title, named)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('standard')}</th>
              <th scope="col">{t('fromDay')}</th>
              <th scope="col">{t('until')}</th>
            </tr>
          </thead>
          <tbody>
            {standards.map(({ standard, name, from, until, limitation, restrictions }) => (
              <tr key={standard}>
                <th scope="row">
                  <span lang={languageTag(language)}>{name}</span>
                  {[limitation, ...restrictions].map(
                    (text) =>
                      text?.trim() && (
                        <div key={text} className="check-remark" lang={languageTag(language)}>
                          {text}
                        </div>
                      ),
                  )}
                  {hasEnded(list, standard) && <div className="check-ended">{t('ends')}</div>}
                </th>
                <td>{date(from)}</td>
                <td>{until === undefined ? t('endless') : date(until)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p>{t('compare')}</p>
      <Facts facts={[[t('hash'), <code key="hash">{fileHash}</code>]]} />
    </SpaceBetween>
  )
}
