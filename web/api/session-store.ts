/**
 * Who is signed in, outside of React so that the client can ask it. Sequence: no token, single-sign-on token, product
 * token, account (specification, session §4). The product token is kept beside the tab, so that a reload or a second
 * tab opens without asking.
 */
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { switchaccount } from '../../shared/calls/auth/account/switchaccount.ts'
import { listaccounts } from '../../shared/calls/auth/domain/listaccounts.ts'
import { login } from '../../shared/calls/auth/domain/login.ts'
import { status } from '../../shared/calls/system/status.ts'
import { answerTimeoutMs, tokenRenewBelowSeconds } from '../../shared/constants.ts'
import type { OutputOf } from '../../shared/contract.ts'
import { isCallError } from '../../shared/errors.ts'
import type { AccountView } from '../../shared/model/answers.ts'
import { callApi, connectSession } from './client.ts'
import { isReachable } from './connection.ts'
import type { OwnSignIn } from './own-sign-in.ts'
import type { SignInStep, Sso } from './sso.ts'
import type { Returned } from './sso-redirect.ts'
import {
  isReturn,
  lastAccountKey,
  mayHaveSso,
  nowSeconds,
  readStored,
  recentKeyOf,
  type StoredSession,
  sessionKey,
  tokenProblem,
} from './stored-session.ts'
import { withTimeout } from './with-timeout.ts'

export type SessionState =
  /** Nothing is known yet. */
  | 'starting'
  | 'signed-out'
  /** Signed in to the single sign-on, but without an account here. */
  | 'no-account'
  | 'signed-in'
  /** The token is over; the page stays, and requests wait until somebody has signed in again. */
  | 'expired'
  /** The service is switched off for a while; the page stays underneath. */
  | 'maintenance'

export type Account = OutputOf<typeof getaccount>
export interface SessionSnapshot {
  state: SessionState
  account: Account | undefined
  accounts: AccountView[]
  /** Why a sign-in by redirect came to nothing: key of a sentence, or the error of the call. */
  problem?: SignInProblem | undefined
}
export type SignInProblem = { key: Problem | 'otherPerson' } | { error: unknown }
type Problem = NonNullable<Returned['problem']>
/** The single sign-on knows the person, but no account here is theirs (or the one that was asked for). */
const hasNoAccount = (error: unknown) => isCallError(error) && error.details.key === 'noAccount'
class NobodySignedIn extends Error {
  constructor() {
    super('no single-sign-on token')
  }
}

export interface SessionHooks {
  /** Calls can be made for the first time, while the account is still being asked for. */
  onFirstToken?(): void
  /** Somebody has signed out and stays on the page. True if it is loaded anew, so that nothing they saw is left in it. */
  onSignedOut?(): Promise<boolean>
}
export function makeSessionStore(getSso: () => Promise<Sso>, hooks: SessionHooks = {}) {
  let snapshot: SessionSnapshot = { state: 'starting', account: undefined, accounts: [] }
  let stored: StoredSession | undefined
  let renewing: Promise<boolean> | undefined
  let starting: Promise<void> | undefined
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = []
  let before: SessionState = 'signed-out'
  const listeners = new Set<() => void>()

  const set = (next: Partial<SessionSnapshot>) => {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }
  const keep = (next: StoredSession) => {
    stored = next
    localStorage.setItem(sessionKey, JSON.stringify(next))
    localStorage.setItem(lastAccountKey, next.account)
  }
  const forget = () => {
    stored = undefined
    localStorage.removeItem(sessionKey)
  }
  const release = () => {
    const parked = waiting
    waiting = []
    for (const one of parked) one.resolve()
  }

  async function exchange(forceRefresh: boolean, useAccount = stored?.account): Promise<void> {
    // Whoever waits for a token would wait for ever for a user pool that never answers.
    const token = await withTimeout((await getSso()).token(forceRefresh), answerTimeoutMs)
    if (!token) throw new NobodySignedIn()
    const wanted = useAccount ?? localStorage.getItem(lastAccountKey) ?? undefined
    const made = await callApi(
      login,
      { token, ...(wanted ? { useAccount: wanted } : {}) },
      { quiet: true },
    ).catch((error: unknown) => {
      // The account of last time may be gone, or belong to whoever used this browser before.
      if (!wanted || useAccount !== undefined || !hasNoAccount(error)) throw error
      return callApi(login, { token }, { quiet: true })
    })
    const problem = tokenProblem(made.jwt)
    if (problem) throw new Error(problem)
    keep(made)
  }

  /** Loads who the token is; the list of accounts follows when it comes. */
  async function enter(): Promise<void> {
    const account = await callApi(getaccount, {}, { quiet: true })
    set({ state: 'signed-in', account })
    release()
    void callApi(listaccounts, {}, { quiet: true, background: true }).then(
      ({ list }) => set({ accounts: list }),
      () => undefined,
    )
  }

  const renew = (): Promise<boolean> => {
    renewing ??= exchange(true)
      .then(() => true)
      .catch((error: unknown) => {
        console.warn('token not renewed', error)
        return false
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  /** After the single sign-on said yes: the product token, and who that is. */
  async function settle(done: SignInStep): Promise<SignInStep> {
    if (done.step !== 'done') return done
    const isAgain = snapshot.state === 'expired'
    try {
      await exchange(false, isAgain ? stored?.account : undefined)
      await enter()
    } catch (error) {
      if (hasNoAccount(error) && !isAgain) set({ state: 'no-account' })
      throw error
    }
    return done
  }

  async function start(): Promise<void> {
    stored = readStored()
    if (!stored && !mayHaveSso()) return set({ state: 'signed-out' })
    let returned: Returned | undefined
    try {
      if (isReturn()) returned = await (await getSso()).returned()
      if (!stored || stored.expires - nowSeconds() < tokenRenewBelowSeconds) await exchange(false)
      hooks.onFirstToken?.()
      await enter()
    } catch (error) {
      if (snapshot.state === 'maintenance') return
      if (hasNoAccount(error)) return set({ state: 'no-account' })
      forget()
      const key = returned?.problem
      const isQuiet = error instanceof NobodySignedIn && !returned
      set({
        state: 'signed-out',
        account: undefined,
        accounts: [],
        problem: isQuiet ? undefined : key ? { key } : { error },
      })
    }
  }

  const store = {
    get: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    token: () => stored?.jwt,

    /** First load: a product token that is still good, else a new one from the single sign-on, else signed out. */
    start(): Promise<void> {
      starting ??= start().finally(() => {
        starting = undefined
      })
      return starting
    },

    /** Rejects with `SignInFailed`, or with the call's error where the single sign-on was fine. */
    async signIn(name: string, password: string): Promise<SignInStep> {
      return settle(await (await getSso()).signIn(name, password))
    },
    /** Answers what the last step of signing in asked; rejects as `signIn` does. */
    async answer(text: string): Promise<SignInStep> {
      return settle(await (await getSso()).answer(text))
    },
    /** What one may change about one's own sign-in. */
    ownSignIn: async (): Promise<OwnSignIn> => (await getSso()).own(),
    async sendCode(name: string): Promise<void> {
      await (await getSso()).sendCode(name)
    },
    /** Sets a forgotten password by the code of the mail, and signs in with it. */
    async setPassword(name: string, code: string, password: string): Promise<SignInStep> {
      await (await getSso()).setPassword(name, code, password)
      return store.signIn(name, password)
    },
    /** Leaves for the organisation's sign-in; whoever is signed in there already goes on without. */
    async redirect(): Promise<void> {
      set({ problem: undefined })
      await (await getSso()).redirect()
      await settle({ step: 'done' })
    },

    async signOut(): Promise<void> {
      const parked = waiting
      waiting = []
      forget()
      localStorage.removeItem(lastAccountKey)
      const own = [...snapshot.accounts, ...(snapshot.account ? [snapshot.account] : [])]
      for (const { id } of own) localStorage.removeItem(recentKeyOf(id))
      const isLeaving = await (await getSso()).signOut()
      for (const one of parked) one.reject(new DOMException('signed out', 'AbortError'))
      if (isLeaving || (await hooks.onSignedOut?.())) return
      set({ state: 'signed-out', account: undefined, accounts: [] })
    },

    /** Goes on with what another window of this browser has signed in. */
    async adopt(): Promise<void> {
      const other = readStored()
      if (!other || other.expires <= nowSeconds() || other.jwt === stored?.jwt) return
      if (snapshot.state === 'signed-out') return store.start()
      if (snapshot.state !== 'expired') return
      try {
        if (other.account === stored?.account) stored = other
        else await exchange(false)
        await enter()
        set({ problem: undefined })
      } catch (error) {
        set({ problem: hasNoAccount(error) ? { key: 'otherPerson' } : { error } })
      }
    },

    /** Goes on as another account. The page is loaded anew by the caller, so that no cached data is left. */
    async switchAccount(account: string): Promise<void> {
      const made = await callApi(switchaccount, { account })
      if (!made.jwt) throw new Error('Could not switch account.')
      keep(made)
    },

    /** Run every 30 seconds and when the window gets the focus. A failed renewal is only logged until the token is over. */
    async check(): Promise<void> {
      if (snapshot.state === 'maintenance') return store.checkMaintenance()
      if (snapshot.state === 'expired') return store.adopt()
      if (snapshot.state !== 'signed-in' || !stored) return
      const left = stored.expires - nowSeconds()
      if (left >= tokenRenewBelowSeconds) return
      // Another tab may have renewed it already.
      const other = readStored()
      if (other && other.account === stored.account && other.expires > stored.expires) {
        stored = other
        return
      }
      // Without a connection nobody can sign in either: it is renewed once there is one.
      if (
        !(await renew()) &&
        (await isReachable()) &&
        stored.expires <= nowSeconds() &&
        store.get().state === 'signed-in'
      )
        set({ state: 'expired' })
    },

    async checkMaintenance(): Promise<void> {
      try {
        const answer = await callApi(status, {}, { quiet: true, background: true })
        if (answer.status === 'maintenance') return
      } catch {
        return
      }
      if (before === 'starting') return store.start()
      set({ state: before })
    },

    setAccount(account: Account) {
      set({ account })
    },
    renew,
    waitForSignIn: () =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (snapshot.state === 'signed-in') set({ state: 'expired' })
        else if (snapshot.state !== 'expired') {
          // Nobody is there to sign in again: the first load goes to the sign-in screen.
          waiting = waiting.filter((one) => one.resolve !== resolve)
          reject(new NobodySignedIn())
        }
      }),
    maintenance() {
      if (snapshot.state === 'maintenance') return
      before = snapshot.state
      set({ state: 'maintenance' })
    },
  }
  connectSession(store)
  return store
}
export type SessionStore = ReturnType<typeof makeSessionStore>
