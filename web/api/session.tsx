/** The session for components: `SessionProvider` at the top, `useSession()` anywhere. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { tokenCheckMs } from '../../shared/constants.ts'
import type { AccountData, Actor } from '../../shared/model/actor.ts'
import type { AccountView } from '../../shared/model/answers.ts'
import { callApi } from './client.ts'
import type { Account, SessionState, SessionStore } from './session-store.ts'

export type { Account, SessionState } from './session-store.ts'
export type UserData = AccountData['userData']

export interface Session {
  state: SessionState
  actor: Actor | undefined
  account: Account | undefined
  userData: UserData
  /** Active editor accounts of the person, for the account selector. */
  accounts: AccountView[]
  signIn(name: string, password: string): Promise<void>
  signOut(): Promise<void>
  /** Switches and loads the page anew; ask about unsaved changes first. */
  switchAccount(id: string): Promise<void>
  /** Saves settings of the own account; what is not named stays. */
  updateSettings(change: Partial<UserData>): Promise<void>
}

const SessionContext = createContext<SessionStore | undefined>(undefined)
const nothing: UserData = {}

export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  useEffect(() => {
    if (store.get().state === 'starting') void store.start()
    const check = () => void store.check()
    const timer = setInterval(check, tokenCheckMs)
    addEventListener('focus', check)
    addEventListener('load', check)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', check)
      removeEventListener('load', check)
    }
  }, [store])
  return <SessionContext value={store}>{children}</SessionContext>
}

export function useSession(): Session {
  const store = useContext(SessionContext)
  if (!store) throw new Error('useSession needs a SessionProvider above it')
  const { state, account, accounts } = useSyncExternalStore(store.subscribe, store.get)

  const switchAccount = useCallback(
    async (id: string) => {
      await store.switchAccount(id)
      location.assign('/')
    },
    [store],
  )
  const updateSettings = useCallback(
    async (change: Partial<UserData>) => {
      const now = store.get().account
      if (!now) throw new Error('No account set.')
      const saved = await callApi(updateaccount, { rev: now.rev, userData: { ...now.userData, ...change } })
      store.setAccount({ ...now, ...saved })
    },
    [store],
  )
  return useMemo(
    () => ({
      state,
      actor: account?.actor,
      account,
      userData: account?.userData ?? nothing,
      accounts: accounts.filter((a) => a.active && a.registrationOptionName === 'editor'),
      signIn: store.signIn,
      signOut: store.signOut,
      switchAccount,
      updateSettings,
    }),
    [state, account, accounts, store, switchAccount, updateSettings],
  )
}
