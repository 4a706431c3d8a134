/** Where the ways through the organisation's sign-in and sign-out end. */
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { signInPath } from '../../../shared/constants.ts'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { useSession } from '../../api/session.tsx'
import { OutsidePage } from '../../frame/outside-page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { targetKey } from './sign-in-screen.tsx'

function End(props: { config: RuntimeConfig; title: string; text: string; children?: ReactNode }) {
  return (
    <OutsidePage config={props.config} title={props.title}>
      <div className="il-outside-form">
        <SpaceBetween size="l">
          <div role="status">
            <h2>{props.title}</h2>
            {props.text}
          </div>
          {props.children}
        </SpaceBetween>
      </div>
    </OutsidePage>
  )
}

/** After signing out. It never goes on by itself: the organisation would sign the same person in again. */
export function SignedOutScreen({ config }: { config: RuntimeConfig }) {
  const t = useTexts('sign-in')
  const { state } = useSession()
  const navigate = useNavigate()
  if (state === 'starting') return null
  if (state === 'signed-in') return <Navigate to="/" replace />
  const again = () => {
    const to = sessionStorage.getItem(targetKey)
    void navigate(to ? `${signInPath}?to=${encodeURIComponent(to)}` : signInPath)
  }
  return (
    <End config={config} title={t('signedOutTitle')} text={t('signedOutText')}>
      <Button variant="primary" fullWidth onClick={again}>
        {t('again')}
      </Button>
    </End>
  )
}

/** In a window that was opened to sign in again: the other one has heard of it, this one may go. */
export function DoneScreen({ config }: { config: RuntimeConfig }) {
  const t = useTexts('sign-in')
  const { state } = useSession()
  useEffect(() => {
    if (state === 'signed-in') window.close()
  }, [state])
  if (state === 'starting') return null
  if (state !== 'signed-in') return <Navigate to={signInPath} replace />
  return <End config={config} title={t('doneTitle')} text={t('doneText')} />
}
