/** One confirmation: what it says of whom, how far it is, and what can be done with it. */
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import { useNavigate } from 'react-router-dom'
import type { listlistingconfirmations } from '../../../../shared/calls/bml/product/listlistingconfirmations.ts'
import { type Locale, locales } from '../../../../shared/constants.ts'
import type { OutputOf } from '../../../../shared/contract.ts'
import { talkHref } from '../../../frame/links.ts'
import { useMessageText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { useLanguageName } from '../../../ui/localized.tsx'
import { type NotePlaces, refOfFirstAct } from '../../../ui/note-line.tsx'
import { byLabel } from '../../../ui/select-options.ts'
import { type BadgeTone, StateBadge } from '../../../ui/state-badge.tsx'
import { useProductPage } from '../page-context.ts'
import { Problems } from './problems.tsx'

type Answer = OutputOf<typeof listlistingconfirmations>
export type Listed = Answer['list'][number]

const tones: Record<Listed['state'], BadgeTone> = {
  draft: 'neutral',
  sending: 'pending',
  sent: 'positive',
  replaced: 'warning',
  withdrawn: 'warning',
}
/** What can be done in each state, by who may edit it. */
const acts = {
  draft: ['send', 'delete'],
  sealed: ['send', 'withdraw'],
  sending: [],
  sent: ['replace'],
  replaced: [],
  withdrawn: [],
} as const
export type Act = (typeof acts)[keyof typeof acts][number] | 'print'

interface Props {
  places: NotePlaces
  listed: Listed
  companies: Answer['companies']
  /** Numbers of the others by their ids. */
  numberOf(id: string): string | undefined
  isBusy: boolean
  /** How far its PDF is, if it was asked for. */
  pdf: React.ReactNode
  onAct(act: Act): void
  onLanguage(language: Locale): void
  onLeave(): void
}
export function ConfirmationLine(props: Props) {
  const { listed, companies, isBusy } = props
  const { confirmation, state, mayEdit, problems } = listed
  const { data } = confirmation
  const t = useTexts('confirmations')
  const { ago, moment } = useDateFormat()
  const messageText = useMessageText()
  const languageName = useLanguageName()
  const navigate = useNavigate()
  const { lookup, words } = useProductPage()
  const company = companies[data.companyId] ?? words.nameOf(data.companyId) ?? t('someCompany')
  const lists = data.listIds.map((id) => lookup.listTitle(id)).join(', ')
  const type = t(`type.${data.type}`)
  const subject = data.number ?? `${type}, ${lists}, ${company}`
  const at = data.sendDate ?? confirmation.created
  const isDraft = state === 'draft'
  /** Its job was stopped when its document was made out already: it can only be sent again or withdrawn. */
  const isSealed = isDraft && data.sent !== undefined
  const mayChange = isDraft && mayEdit && !isSealed
  const replaces = data.replaces && props.numberOf(data.replaces)
  const replacedBy = data.replacedBy && props.numberOf(data.replacedBy)
  const languages = byLabel(
    locales.map((value) => ({ value, label: languageName(value) })),
    lookup.locale,
  )
  const hasPrint = !isDraft || isSealed || problems.every(({ onlySending }) => onlySending)
  const offered = mayEdit ? acts[isSealed ? 'sealed' : state] : []
  const [firstAct] = [...(hasPrint ? ['print'] : []), ...offered]
  const first = refOfFirstAct(props.places, confirmation.id)
  const act = (id: Act, text: string, isBlocked = false) => (
    <Button
      {...(id === firstAct && { ref: first })}
      variant="inline-link"
      disabled={isBusy || isBlocked}
      ariaLabel={t('actOf', { act: text, subject })}
      onClick={() => props.onAct(id)}
    >
      {text}
    </Button>
  )
  return (
    <li className="il-note" ref={(note) => props.places.notes.set(confirmation.id, note)}>
      <div className="il-note-head">
        <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
        <strong>{[type, data.number].filter(Boolean).join(' ')}</strong>
        <span className="il-note-origin">
          <time title={moment(at)}>{t(data.sendDate ? 'sentAt' : 'createdAt', { ago: ago(at) })}</time>
        </span>
      </div>
      <div>
        {[
          lists,
          company,
          lookup.institutionTitle(data.institutionId),
          !mayChange && languageName(data.language),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {data.sendDate && data.sent?.to && (
        <div className="il-note-origin">{t('sentTo', { to: data.sent.to.join(', ') })}</div>
      )}
      {replaces && <div className="il-note-origin">{t('replaces', { number: replaces })}</div>}
      {replacedBy && <div className="il-note-origin">{t('replacedBy', { number: replacedBy })}</div>}
      {isDraft && data.failure && (
        <FieldError text={t('failed', { reason: messageText(data.failure.text) ?? data.failure.message })} />
      )}
      {problems.length > 0 && (
        <Problems label={t('problems')} problems={problems} companies={companies} onFollow={props.onLeave} />
      )}
      {mayChange && (
        <div className="confirmation-language">
          <Select
            expandToViewport
            disabled={isBusy}
            ariaLabel={t('languageOf', { subject })}
            inlineLabelText={t('new.language')}
            options={languages}
            selectedOption={languages.find(({ value }) => value === data.language) ?? null}
            onChange={({ detail }) => props.onLanguage(detail.selectedOption.value as Locale)}
          />
        </div>
      )}
      <div className="il-note-acts">
        {hasPrint && act('print', t(data.sent ? 'act.open' : 'act.preview'))}
        {offered.map((id) => (
          <span key={id}>{act(id, t(`act.${id}`), id === 'send' && problems.length > 0)}</span>
        ))}
        <Button
          variant="inline-link"
          ariaLabel={t('actOf', { act: t('message'), subject })}
          onClick={() => {
            props.onLeave()
            void navigate(talkHref('confirmationId', confirmation.id))
          }}
        >
          {t('message')}
        </Button>
      </div>
      {props.pdf}
    </li>
  )
}
