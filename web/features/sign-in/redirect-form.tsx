/**
 * The organisation's sign-in. A visitor is sent there at once; whoever comes back with a problem, or has just signed
 * out, decides: otherwise both sides could send each other on for ever.
 */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import Link from '@cloudscape-design/components/link'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import { useEffect, useRef, useState } from 'react'
import { signInPath } from '../../../shared/constants.ts'
import { useSession } from '../../api/session.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useProblemText } from './problem-text.ts'

/** Where a window ends that was opened only to sign in. */
export const donePath = `${signInPath}/done`
const windowAddress = `${signInPath}?to=${encodeURIComponent(donePath)}`

export function RedirectForm() {
  const { state } = useSession()
  return <div className="il-outside-form">{state === 'expired' ? <InWindow /> : <Here />}</div>
}

/** What went wrong so far, as a sentence. */
function useSaidProblem(): string | undefined {
  const t = useTexts('sign-in')
  const textOf = useProblemText()
  const { problem } = useSession()
  if (!problem) return undefined
  return 'key' in problem ? t(`error.${problem.key}`) : textOf(problem.error)
}

function Here() {
  const t = useTexts('sign-in')
  const textOf = useProblemText()
  const { state, redirect, signOut } = useSession()
  const before = useSaidProblem()
  const [failure, setFailure] = useState<string>()
  const [isLeaving, setIsLeaving] = useState(false)
  const hasBegun = useRef(false)
  const said = failure ?? before
  const begin = () => {
    setIsLeaving(true)
    setFailure(undefined)
    redirect().catch((error: unknown) => {
      setIsLeaving(false)
      // Who has no account is told so by the state.
      setFailure(textOf(error))
    })
  }
  const isAtOnce = state === 'signed-out' && !said
  useEffect(() => {
    if (!isAtOnce || hasBegun.current) return
    hasBegun.current = true
    begin()
  })
  if (isLeaving || isAtOnce) return <StatusIndicator type="loading">{t('leaving')}</StatusIndicator>
  const hasNoAccount = state === 'no-account'
  return (
    <SpaceBetween size="l">
      {hasNoAccount ? (
        <Alert type="warning">{t('error.noAccount')}</Alert>
      ) : (
        said && <Alert type="error">{said}</Alert>
      )}
      <Button variant="primary" fullWidth onClick={begin}>
        {t('tryAgain')}
      </Button>
      {hasNoAccount && (
        <Button fullWidth onClick={() => void signOut()}>
          {t('other')}
        </Button>
      )}
    </SpaceBetween>
  )
}

/** Over a page with things typed, which must not be left: another window signs in, and this one hears of it. */
function InWindow() {
  const t = useTexts('sign-in')
  const said = useSaidProblem()
  const { problem } = useSession()
  const isOther = problem !== undefined && 'key' in problem && problem.key === 'otherPerson'
  const address = isOther ? `${windowAddress}&other` : windowAddress
  const [opened, setOpened] = useState<'window' | 'blocked'>()
  const open = () => {
    const other = window.open(address, 'inputlist-sign-in', 'popup,width=540,height=720')
    other?.focus()
    setOpened(other ? 'window' : 'blocked')
  }
  return (
    <SpaceBetween size="l">
      {said && <Alert type="error">{said}</Alert>}
      <Button variant="primary" fullWidth onClick={open}>
        {t(isOther ? 'other' : 'newWindow')}
      </Button>
      {opened === 'window' && <div role="status">{t('windowText')}</div>}
      {opened === 'blocked' && (
        <Link href={address} external>
          {t('blocked')}
        </Link>
      )}
    </SpaceBetween>
  )
}
