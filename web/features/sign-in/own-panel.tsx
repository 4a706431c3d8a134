/** What people may change about their own sign-in, in a drawer: the password, and a second factor besides it. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Drawer from '@cloudscape-design/components/drawer'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Spinner from '@cloudscape-design/components/spinner'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import { useState } from 'react'
import useSWR from 'swr'
import { type FactorKey, type OwnSignIn, useSession } from '../../api/session.tsx'
import { confirm } from '../../frame/dialogs.ts'
import { notify } from '../../frame/notify.ts'
import { useTexts } from '../../texts/texts.ts'
import { Section } from '../../ui/section.tsx'
import { AskForm } from './ask-form.tsx'
import { useProblemText } from './problem-text.ts'
import { digitsOf, Key, useCodeField, usePasswordFields } from './steps.tsx'

export function SignInPanel({ secondFactor }: { secondFactor: 'optional' | 'required' | undefined }) {
  const t = useTexts('sign-in')
  const frame = useTexts('frame')
  return (
    <Drawer header={<h2>{frame('signIn.title')}</h2>}>
      <SpaceBetween size="xl">
        <Section title={t('password')}>
          <Password />
        </Section>
        {secondFactor && (
          <Section title={t('own.factor')}>
            <Factor isRequired={secondFactor === 'required'} />
          </Section>
        )}
      </SpaceBetween>
    </Drawer>
  )
}

/** Gives the sentence of what went wrong, nothing if it went well. */
function useAttempt() {
  const { ownSignIn } = useSession()
  const textOf = useProblemText()
  return async (work: (own: OwnSignIn) => Promise<void>): Promise<string | undefined> => {
    try {
      await work(await ownSignIn())
      return undefined
    } catch (error) {
      return textOf(error)
    }
  }
}

function Password() {
  const t = useTexts('sign-in')
  const attempt = useAttempt()
  const { fields, check } = usePasswordFields()
  // Counts the changes, so that the form is empty after each.
  const [changes, setChanges] = useState(0)
  return (
    <AskForm
      key={changes}
      hasFocus={false}
      fields={[
        {
          key: 'now',
          label: t('own.now'),
          autoComplete: 'current-password',
          missing: t('own.nowMissing'),
        },
        ...fields,
      ]}
      check={check}
      submit={t('own.change')}
      onSubmit={({ now = '', password = '' }) =>
        attempt(async (own) => {
          await own.changePassword(now, password)
          notify.success({ id: 'own-sign-in', text: t('own.changed') })
          setChanges((count) => count + 1)
        })
      }
    />
  )
}

function Factor({ isRequired }: { isRequired: boolean }) {
  const t = useTexts('sign-in')
  const { account, ownSignIn } = useSession()
  const textOf = useProblemText()
  const attempt = useAttempt()
  const { data, error, mutate } = useSWR(['own-factor', account?.id], async () =>
    (await ownSignIn()).hasFactor(),
  )
  const [key, setKey] = useState<FactorKey>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const run = async (work: (own: OwnSignIn) => Promise<void>) => {
    setIsBusy(true)
    setProblem(await attempt(work))
    setIsBusy(false)
  }
  const begin = () => run(async (own) => setKey(await own.makeFactor()))
  const end = async () => {
    const isMeant = await confirm({
      title: t('own.endTitle'),
      text: t('own.endText'),
      verb: t('own.end'),
      isDangerous: true,
    })
    if (!isMeant) return
    await run(async (own) => {
      await own.endFactor()
      await mutate(false)
      notify.success({ id: 'own-sign-in', text: t('own.ended') })
    })
  }
  const said = problem ?? (error ? textOf(error) : undefined)

  if (key) return <Confirm factor={key} onDone={() => mutate(true)} onEnd={() => setKey(undefined)} />
  return (
    <SpaceBetween size="s">
      {data === undefined && !error && <Spinner />}
      {data !== undefined && (
        <StatusIndicator type={data ? 'success' : 'stopped'}>
          {t(data ? 'own.on' : 'own.off')}
        </StatusIndicator>
      )}
      {(isRequired || !data) && (
        <Box color="text-body-secondary">{t(isRequired ? 'own.requiredText' : 'own.factorText')}</Box>
      )}
      {said && (
        <StatusIndicator type="error" wrapText>
          {said}
        </StatusIndicator>
      )}
      {error && <Button onClick={() => void mutate()}>{t('tryAgain')}</Button>}
      {data !== undefined && (
        <SpaceBetween direction="horizontal" size="xs">
          <Button loading={isBusy} onClick={() => void begin()}>
            {t(data ? 'own.again' : 'own.begin')}
          </Button>
          {data && !isRequired && (
            <Button disabled={isBusy} onClick={() => void end()}>
              {t('own.end')}
            </Button>
          )}
        </SpaceBetween>
      )}
    </SpaceBetween>
  )
}

/** The key, and the first code that the app makes of it. */
function Confirm(props: { factor: FactorKey; onDone(): Promise<unknown>; onEnd(): void }) {
  const ui = useTexts('ui')
  const t = useTexts('sign-in')
  const attempt = useAttempt()
  return (
    <AskForm
      text={<Key {...props.factor} />}
      fields={[useCodeField()]}
      submit={t('own.confirm')}
      back={ui('cancel')}
      onBack={props.onEnd}
      onSubmit={(values) =>
        attempt(async (own) => {
          await own.confirmFactor(digitsOf(values))
          await props.onDone()
          notify.success({ id: 'own-sign-in', text: t('own.begun') })
          props.onEnd()
        })
      }
    />
  )
}
