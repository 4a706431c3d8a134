/** Lets a screen be seen once it is known who looks: waits for the account, then sign-in, home or the screen. */
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { signInPath } from '../../shared/constants.ts'
import { mayOpen, type RouteRole } from '../../shared/rules/permissions.ts'
import { useSession } from '../api/session.tsx'
import { useTexts } from '../texts/texts.ts'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { notify } from './notify.ts'

export function Guard(props: {
  permission: RouteRole
  /** Stands at the root for people who may not open the product list. */
  home: ReactNode
  children: ReactNode
}) {
  const { state, actor } = useSession()
  const location = useLocation()
  if (props.permission === 'none') return props.children
  if (state === 'starting') return <PageSkeleton />
  if (!actor) {
    const to = `${location.pathname}${location.search}${location.hash}`
    return <Navigate to={to === '/' ? signInPath : `${signInPath}?to=${encodeURIComponent(to)}`} replace />
  }
  if (mayOpen(actor, props.permission)) return props.children
  return location.pathname === '/' ? props.home : <Refused />
}

/** Leads home, and says why: a link of a colleague with other rights leads nowhere else. */
function Refused() {
  const t = useTexts('frame')
  useEffect(() => notify.warning({ id: 'refused', text: t('refused') }), [t])
  return <Navigate to="/" replace />
}
