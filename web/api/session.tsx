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
import { type CallOptions, callApi } from './client.ts'
import { connection } from './connection.ts'
import type { OwnSignIn } from './own-sign-in.ts'
import type { Account, SessionState, SessionStore, SignInProblem } from './session-store.ts'
import type { SignInStep } from './sso.ts'
import { sessionKey } from './stored-session.ts'

export type { FactorKey } from './factor-key.ts'
export type { OwnSignIn } from './own-sign-in.ts'
export type { Account, SessionState, SignInProblem } from './session-store.ts'
export type { SignInStep } from './sso.ts'
export type UserData = AccountData['userData']

export interface Session {
  state: SessionState
  actor: Actor | undefined
  account: Account | undefined
  userData: UserData
  /** Active editor accounts of the person, for the account selector. */
  accounts: AccountView[]
  /** Why a sign-in by redirect came to nothing. */
  problem: SignInProblem | undefined
  signIn(name: string, password: string): Promise<SignInStep>
  /** Answers what the last step of signing in asked. */
  answer(text: string): Promise<SignInStep>
  /** Sends a code by mail, with which a forgotten password is set anew. */
  sendCode(name: string): Promise<void>
  setPassword(name: string, code: string, password: string): Promise<SignInStep>
  /** What one may change about one's own sign-in, where it is by password. */
  ownSignIn(): Promise<OwnSignIn>
  /** Leaves for the organisation's sign-in. */
  redirect(): Promise<void>
  signOut(): Promise<void>
  /** Switches and loads the page anew; ask about unsaved changes first. */
  switchAccount(id: string): Promise<void>
  /** Saves settings of the own account; what is not named stays. */
  updateSettings(change: Partial<UserData>, options?: CallOptions): Promise<void>
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
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === sessionKey && newValue !== null) void store.adopt()
    }
    addEventListener('storage', hear)
    const stopWatching = connection.subscribe(() => !connection.get().isLost && check())
    return () => {
      clearInterval(timer)
      stopWatching()
      removeEventListener('storage', hear)
      removeEventListener('focus', check)
      removeEventListener('load', check)
    }
  }, [store])
  return <SessionContext value={store}>{children}</SessionContext>
}

export function useSession(): Session {
  const store = useContext(SessionContext)
  if (!store) throw new Error('useSession needs a SessionProvider above it')
  const { state, account, accounts, problem } = useSyncExternalStore(store.subscribe, store.get)

  const switchAccount = useCallback(
    async (id: string) => {
      await store.switchAccount(id)
      location.assign('/')
    },
    [store],
  )
  const updateSettings = useCallback(
    async (change: Partial<UserData>, options: CallOptions = {}) => {
      const now = store.get().account
      if (!now) throw new Error('No account set.')
      const saved = await callApi(
        updateaccount,
        { rev: now.rev, userData: { ...now.userData, ...change } },
        options,
      )
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
      problem,
      signIn: store.signIn,
      answer: store.answer,
      sendCode: store.sendCode,
      setPassword: store.setPassword,
      ownSignIn: store.ownSignIn,
      redirect: store.redirect,
      signOut: store.signOut,
      switchAccount,
      updateSettings,
    }),
    [state, account, accounts, problem, store, switchAccount, updateSettings],
  )
}
