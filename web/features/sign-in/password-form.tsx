/** Name and password, and what may be asked after them. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type FormEvent, useRef, useState } from 'react'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { type SignInStep, useSession } from '../../api/session.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useProblemText } from './problem-text.ts'
import { AppCode, Forgotten, NewPassword } from './steps.tsx'
import './sign-in.css'

const lastNameKey = 'inputlist.name'
type View = SignInStep | { step: 'forgotten'; name: string }

export function PasswordForm({ config }: { config: RuntimeConfig }) {
  const [view, setView] = useState<View>()
  const [problem, setProblem] = useState<string>()
  const common = {
    onStep: setView,
    onBack(text?: string) {
      setProblem(text)
      setView(undefined)
    },
  }
  switch (view?.step) {
    case 'newPassword':
      return <NewPassword {...common} />
    case 'code':
      return <AppCode {...common} setUp={undefined} />
    case 'setUpCode':
      return <AppCode {...common} setUp={view} />
    case 'forgotten':
      return <Forgotten {...common} name={view.name} />
    default:
      return (
        <NameAndPassword
          config={config}
          before={problem}
          onStep={setView}
          onForgotten={(name) => setView({ step: 'forgotten', name })}
        />
      )
  }
}

function NameAndPassword(props: {
  config: RuntimeConfig
  /** What cut the last try off. */
  before: string | undefined
  onStep(next: SignInStep): void
  onForgotten(name: string): void
}) {
  const { config } = props
  const t = useTexts('sign-in')
  const textOf = useProblemText()
  const { signIn, state } = useSession()
  const [name, setName] = useState(() => localStorage.getItem(lastNameKey) ?? '')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState(props.before)
  const [isBusy, setIsBusy] = useState(false)
  const nameField = useRef<InputProps.Ref>(null)
  const passwordField = useRef<InputProps.Ref>(null)

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy) return
    if (name.trim() === '' || password === '') {
      setProblem(t('error.empty'))
      if (name.trim() === '') nameField.current?.focus()
      else passwordField.current?.focus()
      return
    }
    setIsBusy(true)
    setProblem(undefined)
    try {
      const next = await signIn(name, password)
      localStorage.setItem(lastNameKey, name.trim())
      props.onStep(next)
    } catch (error) {
      setProblem(textOf(error))
      setPassword('')
      passwordField.current?.focus()
    } finally {
      setIsBusy(false)
    }
  }
  const field = (key: 'name' | 'password') => (event: { key: string }) => {
    if (event.key === 'Enter' && (key === 'password' || password !== '')) void submit()
  }
  const { signIn: settings } = config
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="il-outside-form">
      <SpaceBetween size="l">
        {state === 'no-account' && !problem && <Alert type="warning">{t('error.noAccount')}</Alert>}
        {problem && <Alert type="error">{problem}</Alert>}
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
        <Button variant="primary" fullWidth loading={isBusy} onClick={() => void submit()} formAction="none">
          {t('submit')}
        </Button>
        {settings.kind === 'password' && settings.canReset && (
          <Button variant="inline-link" formAction="none" onClick={() => props.onForgotten(name)}>
            {t('forgot')}
          </Button>
        )}
        {config.demo && state !== 'expired' && (
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
