/** Name and password, or one button to the organisation's sign-in. Also inside the dialog of an expired session. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type FormEvent, useRef, useState } from 'react'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { useSession } from '../../api/session.tsx'
import { useErrorText } from '../../texts/error-text.ts'
import { useTexts } from '../../texts/texts.ts'

const lastNameKey = 'inputlist.name'

export function SignInForm({ config }: { config: RuntimeConfig }) {
  const t = useTexts('sign-in')
  const say = useErrorText()
  const { signIn, state } = useSession()
  const [name, setName] = useState(() => localStorage.getItem(lastNameKey) ?? '')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const nameField = useRef<InputProps.Ref>(null)
  const passwordField = useRef<InputProps.Ref>(null)
  const isRedirect = config.signIn.kind === 'redirect'

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy) return
    if (!isRedirect && (name.trim() === '' || password === '')) {
      setProblem(t('error.empty'))
      if (name.trim() === '') nameField.current?.focus()
      else passwordField.current?.focus()
      return
    }
    setIsBusy(true)
    setProblem(undefined)
    try {
      await signIn(name, password)
      localStorage.setItem(lastNameKey, name.trim())
    } catch (error) {
      const { name: kind, reason } = error as { name?: string; reason?: string }
      setProblem(kind === 'SignInFailed' ? t(`error.${reason}`) : say(error))
      setPassword('')
      passwordField.current?.focus()
    } finally {
      setIsBusy(false)
    }
  }
  const field = (key: 'name' | 'password') => (event: { key: string }) => {
    if (event.key === 'Enter' && (key === 'password' || password !== '')) void submit()
  }
  return (
    <form onSubmit={submit} noValidate className="il-sign-in-form">
      <SpaceBetween size="l">
        {state === 'no-account' && !problem && <Alert type="warning">{t('error.noAccount')}</Alert>}
        {problem && <Alert type="error">{problem}</Alert>}
        {!isRedirect && (
          <FormField label={t('name')}>
            <Input
              ref={nameField}
              type="email"
              inputMode="email"
              name="user"
              autoComplete="username"
              autoFocus={name === ''}
              value={name}
              onChange={({ detail }) => setName(detail.value)}
              onKeyDown={({ detail }) => field('name')(detail)}
            />
          </FormField>
        )}
        {!isRedirect && (
          <FormField label={t('password')}>
            <Input
              ref={passwordField}
              type="password"
              name="password"
              autoComplete="current-password"
              autoFocus={name !== ''}
              value={password}
              onChange={({ detail }) => setPassword(detail.value)}
              onKeyDown={({ detail }) => field('password')(detail)}
            />
          </FormField>
        )}
        <Button variant="primary" fullWidth loading={isBusy} onClick={() => void submit()} formAction="none">
          {t(isRedirect ? 'redirect' : 'submit')}
        </Button>
        {config.demo && !isRedirect && state !== 'expired' && (
          <DemoUsers
            demo={config.demo}
            onChoose={(user) => {
              setName(user)
              setPassword(config.demo?.password ?? '')
              passwordField.current?.focus()
            }}
          />
        )}
      </SpaceBetween>
    </form>
  )
}

/** Who can be tried on a demonstration; a click fills the fields. */
function DemoUsers(props: { demo: NonNullable<RuntimeConfig['demo']>; onChoose(name: string): void }) {
  const t = useTexts('sign-in')
  return (
    <div className="il-demo-users">
      <Box variant="awsui-key-label">{t('demo.title')}</Box>
      <Box color="text-body-secondary" fontSize="body-s">
        {t('demo.text', { password: props.demo.password })}
      </Box>
      <ul>
        {props.demo.users.map((user) => (
          <li key={user.name}>
            <button type="button" onClick={() => props.onChoose(user.name)}>
              {user.name}
            </button>
            <span>{t(`demo.${user.name.split('@')[0]}`, { defaultValue: user.role })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
