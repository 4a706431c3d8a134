/** Lets a screen be seen once it is known who looks: waits for the account, then sign-in, home or the screen. */
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { signInPath } from '../../shared/constants.ts'
import { mayOpen, type RouteRole } from '../../shared/rules/permissions.ts'
import { useSession } from '../api/session.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'

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
  return location.pathname === '/' ? props.home : <Navigate to="/" replace />
}
