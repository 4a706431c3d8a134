import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { useSession } from '../../api/session.tsx'
import { isReturn } from '../../api/stored-session.ts'
import { OutsidePage } from '../../frame/outside-page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Only addresses of our own: a link must not lead a person who just signed in somewhere else. */
export const safeTarget = (to: string | null): string => (to && /^\/(?![/\\])/.test(to) ? to : '/')

/** Where a sign-in through the organisation is to end, kept for this window. */
export const targetKey = 'inputlist.to'

export function SignInScreen({ config }: { config: RuntimeConfig }) {
  const t = useTexts('sign-in')
  const { state, signOut } = useSession()
  const [params] = useSearchParams()
  const [isEnd] = useState(isReturn)
  const to = params.get('to')
  const isRedirect = config.signIn.kind === 'redirect'
  useEffect(() => {
    // The organisation's sign-in comes back without it, to the same window.
    if (isRedirect && to) sessionStorage.setItem(targetKey, to)
    else if (!isEnd && state !== 'signed-in') sessionStorage.removeItem(targetKey)
    return () => {
      if (state === 'signed-in') sessionStorage.removeItem(targetKey)
    }
  }, [to, isRedirect, isEnd, state])
  // Opened for somebody else than who is signed in.
  const isForOther = isRedirect && params.has('other')
  useEffect(() => {
    if (isForOther && state === 'signed-in') void signOut()
  }, [isForOther, state, signOut])
  if (state === 'signed-in' && !isForOther)
    return <Navigate to={safeTarget(to ?? sessionStorage.getItem(targetKey))} replace />
  return (
    <OutsidePage config={config} title={t('title')}>
      {state !== 'starting' && state !== 'signed-in' && (
        <SpaceBetween size="m">
          <SignInForm config={config} />
          {state === 'no-account' && !isRedirect && (
            <Button onClick={() => void signOut()}>{t('other')}</Button>
          )}
        </SpaceBetween>
      )}
    </OutsidePage>
  )
}
