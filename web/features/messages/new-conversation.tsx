/** Begins a conversation about what the address names, or goes to the one that there is. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { create } from '../../../shared/calls/bml/conversation/create.ts'
import { recipients } from '../../../shared/calls/bml/conversation/recipients.ts'
import { loadmessage } from '../../../shared/calls/bml/message/loadmessage.ts'
import { contextKeys, conversationContext } from '../../../shared/model/conversation.ts'
import { useAccounts } from '../../api/accounts.ts'
import { useSession } from '../../api/session.tsx'
import { useCall, useSend } from '../../api/use-call.ts'
import { conversationHref, messagesHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { AsyncSelect, type Choice } from '../../ui/async-select.tsx'
import { ErrorState, NotFoundState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { searchCompanies } from './search-parties.ts'
import { useOptionsOf, useTalkWords } from './words.ts'

export function NewConversation() {
  const t = useTexts('messages')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const context = useMemo(() => {
    const named = contextKeys.flatMap((key) => (params.has(key) ? [[key, params.get(key)]] : []))
    return conversationContext.safeParse(Object.fromEntries(named)).data
  }, [params])
  /** Another one is wanted than there is. */
  const isAnother = params.has('other')
  const known = useCall(loadmessage, context && !isAnother ? { context } : null)
  const there = known.data?.conversation?.id
  useEffect(() => {
    if (there !== undefined) void navigate(conversationHref(there), { replace: true })
  }, [there, navigate])
  const isNone = context !== undefined && (isAnother || (known.data && there === undefined))
  const offered = useCall(recipients, isNone ? { context } : null)
  const error = known.error ?? offered.error
  const notFound = (
    <NotFoundState title={t('notFound')} text={t('notFoundText')} back={t('title')} href={messagesHref} />
  )
  return (
    <Page title={t('new.title')}>
      {!context || error?.code === 'not_found' || error?.code === 'forbidden' ? (
        notFound
      ) : error ? (
        <>
          <p>{t('error.open')}</p>
          <ErrorState
            error={error}
            onRetry={() => void (offered.error ? offered.mutate() : known.mutate())}
          />
        </>
      ) : offered.data ? (
        <NewForm context={context} offered={offered.data} />
      ) : (
        <SkeletonLines />
      )}
    </Page>
  )
}

const otherCompany = 'other'
const otherPerson = 'person'
type Offered = Awaited<ReturnType<typeof useCall<typeof recipients>>>['data'] & object
type Context = NonNullable<ReturnType<typeof conversationContext.parse>>

function NewForm({ context, offered }: { context: Context; offered: Offered }) {
  const words = useTalkWords()
  const { t } = words
  const { tag } = useLocale()
  const navigate = useNavigate()
  const { list, senders, mayChooseOthers, about } = offered
  const [to, setTo] = useState(list.find(({ isConcerned }) => isConcerned)?.id ?? list[0]?.id ?? '')
  const [company, setCompany] = useState<Choice>()
  const [person, setPerson] = useState<Choice>()
  const { actor } = useSession()
  const isOfPerson = to === otherPerson
  // Administrators alone are told of all people.
  const accounts = useAccounts(isOfPerson)
  const [from, setFrom] = useState(senders[0]?.id ?? '')
  const [subject, setSubject] = useState('')
  const { send, isSending } = useSend(create, { quiet: true })
  const [failure, setFailure] = useState<unknown>()
  const name = words.aboutOf({ about })
  const href = words.hrefOf(about)
  const subjects = [{ value: '', label: name }, ...useOptionsOf('message-subject')]
  const other = { value: otherCompany, label: t('new.otherCompany') }
  const someone = { value: otherPerson, label: t('new.otherPerson') }
  const option = (row: Offered['list'][number]) => ({
    value: row.id,
    label: row.title,
    description: [t(`party.${row.kind}`), ...(row.hasPeople ? [] : [t('new.nobody')])].join(' · '),
  })
  const groups = [
    { label: t('new.concerned'), options: list.filter(({ isConcerned }) => isConcerned).map(option) },
    {
      label: t('new.others'),
      options: [
        ...list.filter(({ isConcerned }) => !isConcerned).map(option),
        ...(mayChooseOthers ? [other] : []),
        ...(mayChooseOthers && actor?.role === 'admin' ? [someone] : []),
      ],
    },
  ].filter(({ options }) => options.length > 0)
  const chosen = list.find(({ id }) => id === to)
  const isOther = to === other.value
  const addressee = isOther
    ? company && { recipientCompany: company.id }
    : isOfPerson
      ? person && { recipientUser: person.id }
      : chosen && { [chosen.kind === 'org' ? 'recipientOrg' : 'recipientCompany']: chosen.id }
  const searchPeople = async (query: string) => {
    const typed = query.trim().toLowerCase()
    return [...accounts]
      .filter(([id, one]) => one.isActive && id !== actor?.account && one.name.toLowerCase().includes(typed))
      .map(([id, { name: label }]) => ({ id, label }))
      .sort((a, b) => a.label.localeCompare(b.label, tag))
  }
  const begin = async () => {
    setFailure(undefined)
    try {
      const made = await send({
        context,
        ...addressee,
        ...(from !== '' && { senderOrg: from }),
        ...(subject !== '' && { subject }),
      })
      void navigate(conversationHref(made.id), { replace: true })
    } catch (cause) {
      setFailure(cause)
    }
  }
  const select = (
    label: string,
    options: { value: string; label: string }[],
    value: string,
    onChange: (value: string) => void,
  ) => (
    <FormField label={label}>
      <Select
        options={options}
        selectedOption={options.find((one) => one.value === value) ?? null}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
        expandToViewport
      />
    </FormField>
  )
  return (
    <div className="messages-form">
      <Container>
        <SpaceBetween size="l">
          <div>
            <strong>{t('column.about')}</strong>
            <div className="messages-about">{href === undefined ? name : <Link to={href}>{name}</Link>}</div>
          </div>
          <FormField
            label={t('new.to')}
            {...(chosen && !chosen.hasPeople && { warningText: t('new.nobodyText', { name: chosen.title }) })}
          >
            <Select
              options={groups}
              selectedOption={isOther ? other : isOfPerson ? someone : chosen ? option(chosen) : null}
              placeholder={t('new.choose')}
              filteringType="auto"
              onChange={({ detail }) => setTo(detail.selectedOption.value ?? '')}
              expandToViewport
            />
          </FormField>
          {isOther && (
            <FormField label={t('party.company')}>
              <AsyncSelect search={searchCompanies} value={company} onChange={setCompany} />
            </FormField>
          )}
          {isOfPerson && (
            <FormField label={t('party.user')}>
              {/* Asks anew once they are there. */}
              <AsyncSelect key={accounts.size} search={searchPeople} value={person} onChange={setPerson} />
            </FormField>
          )}
          {senders.length > 1 &&
            select(
              t('new.from'),
              senders.map(({ id: value, title: label }) => ({ value, label })),
              from,
              setFrom,
            )}
          {select(t('new.subject'), subjects, subject, setSubject)}
          {failure !== undefined && <ErrorState error={failure} />}
          <Button variant="primary" disabled={!addressee} loading={isSending} onClick={() => void begin()}>
            {t('new.begin')}
          </Button>
        </SpaceBetween>
      </Container>
    </div>
  )
}
