import { useCallback } from 'react'
import { can, couldEver, type Permission } from '../../shared/rules/permissions.ts'
import { useSession } from './session.tsx'

type Subject<P extends Permission> = Parameters<typeof can<P>>[2]

/** `can('product:edit', subject)`, with the rules that the server decides by; false while nobody is signed in. */
export function useCan() {
  const { actor } = useSession()
  return useCallback(
    <P extends Permission>(permission: P, ...subject: [] | [Subject<P>]): boolean => {
      if (!actor) return false
      return subject.length === 0 ? couldEver(actor, permission) : can(actor, permission, subject[0])
    },
    [actor],
  )
}
