/** What may be asked besides name and password: a password of one's own, a code of an app or of a mail. */
import Box from '@cloudscape-design/components/box'
import Link from '@cloudscape-design/components/link'
import { useState } from 'react'
import { isGoodPassword } from '../../../shared/rules/password.ts'
import { type FactorKey, type SignInStep, useSession } from '../../api/session.tsx'
import { useTexts } from '../../texts/texts.ts'
import { type AskField, AskForm, type Values } from './ask-form.tsx'
import { useProblemText } from './problem-text.ts'
import './sign-in.css'

interface StepProps {
  /** Goes on with what is asked next. */
  onStep(next: SignInStep): void
  /** Back to name and password, with a sentence if the way was cut off. */
  onBack(problem?: string): void
}

/** Gives the sentence of what went wrong; leads back where the sign-in has to begin anew. */
function useTry({ onStep, onBack }: StepProps) {
  const textOf = useProblemText()
  return async (work: () => Promise<SignInStep | undefined>): Promise<string | undefined> => {
    try {
      const next = await work()
      if (next) onStep(next)
      return undefined
    } catch (error) {
      const text = textOf(error)
      const { name, reason } = error as { name?: string; reason?: string }
      // Another answer would not help: it took too long, or the sign-in is done and something behind it failed.
      if (name === 'SignInFailed' && reason !== 'sessionOver') return text
      onBack(text)
      return undefined
    }
  }
}

export function usePasswordFields() {
  const t = useTexts('sign-in')
  const fields: AskField[] = [
    {
      key: 'password',
      label: t('newPassword'),
      autoComplete: 'new-password',
      constraint: t('rules'),
      missing: t('error.weak'),
    },
    { key: 'repeat', label: t('repeat'), autoComplete: 'new-password', missing: t('error.different') },
  ]
  const check = ({ password = '', repeat }: Values) => {
    if (!isGoodPassword(password)) return { key: 'password', text: t('error.weak') }
    return password === repeat ? undefined : { key: 'repeat', text: t('error.different') }
  }
  return { fields, check }
}

/** The first sign-in, with the temporary password that came as a mail. */
export function NewPassword(props: StepProps) {
  const t = useTexts('sign-in')
  const { answer } = useSession()
  const attempt = useTry(props)
  return (
    <AskForm
      {...usePasswordFields()}
      title={t('newTitle')}
      text={t('newText')}
      submit={t('save')}
      back={t('back')}
      onBack={() => props.onBack()}
      onSubmit={({ password = '' }) => attempt(() => answer(password))}
    />
  )
}

/** Six digits of the app. */
export function useCodeField(): AskField {
  const t = useTexts('sign-in')
  return {
    key: 'code',
    label: t('appCode'),
    autoComplete: 'one-time-code',
    constraint: t('appCodeText'),
    missing: t('error.emptyCode'),
  }
}
/** As typed, in groups maybe. */
export const digitsOf = ({ code = '' }: Values): string => code.replaceAll(/\s/g, '')

/** The second factor; `setUp` where it is asked for the first time. */
export function AppCode(props: StepProps & { setUp: FactorKey | undefined }) {
  const t = useTexts('sign-in')
  const { answer } = useSession()
  const attempt = useTry(props)
  const { setUp } = props
  return (
    <AskForm
      title={t(setUp ? 'setUpTitle' : 'appCode')}
      text={setUp && <Key {...setUp} />}
      fields={[useCodeField()]}
      submit={t('next')}
      back={t('back')}
      onBack={() => props.onBack()}
      onSubmit={(values) => attempt(() => answer(digitsOf(values)))}
    />
  )
}

/** The key for the authenticator app: in groups to type, and as a link for an app on the same device. */
export function Key({ secret, link }: FactorKey) {
  const t = useTexts('sign-in')
  return (
    <>
      {t('setUpText')}
      <dl className="il-sign-in-key">
        <dt>{t('key')}</dt>
        <dd translate="no">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</dd>
      </dl>
      <Link href={link}>{t('openApp')}</Link>
    </>
  )
}

/** A forgotten password: the address, then the code that came there and a new password. */
export function Forgotten(props: StepProps & { name: string }) {
  const t = useTexts('sign-in')
  const { sendCode, setPassword } = useSession()
  const attempt = useTry(props)
  const passwords = usePasswordFields()
  const [name, setName] = useState<string>()
  const common = { title: t('forgotTitle'), back: t('back'), onBack: () => props.onBack() }
  if (name === undefined)
    return (
      <AskForm
        key="name"
        {...common}
        text={t('forgotText')}
        fields={[
          {
            key: 'name',
            label: t('name'),
            autoComplete: 'username',
            missing: t('error.emptyName'),
            value: props.name,
          },
        ]}
        submit={t('sendCode')}
        onSubmit={({ name: typed = '' }) =>
          attempt(async () => {
            await sendCode(typed)
            setName(typed.trim())
            return undefined
          })
        }
      />
    )
  return (
    <AskForm
      key="code"
      {...common}
      text={<Box>{t('codeSent', { name })}</Box>}
      fields={[
        {
          key: 'code',
          label: t('mailCode'),
          autoComplete: 'one-time-code',
          missing: t('error.emptyCode'),
        },
        ...passwords.fields,
      ]}
      check={passwords.check}
      submit={t('save')}
      onSubmit={({ code = '', password = '' }) => attempt(() => setPassword(name, code, password))}
    />
  )
}
