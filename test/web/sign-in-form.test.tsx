import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'
import { SessionProvider, type SignInStep } from '../../web/api/session.tsx'
import type { SessionSnapshot, SessionStore } from '../../web/api/session-store.ts'
import { SignInFailed } from '../../web/api/sign-in-failed.ts'
import { SignedOutScreen } from '../../web/features/sign-in/end-screens.tsx'
import { SignInForm } from '../../web/features/sign-in/index.ts'

const password: RuntimeConfig = {
  stage: 'test',
  version: '1',
  timeZone: 'Europe/Zurich',
  signIn: { kind: 'password', userPoolId: 'p', clientId: 'c', flow: 'USER_SRP_AUTH', canReset: true },
}
const organisation: RuntimeConfig = {
  ...password,
  signIn: {
    kind: 'redirect',
    userPoolId: 'p',
    clientId: 'c',
    domain: 'd',
    provider: 'o',
    scopes: ['openid'],
  },
}
/** A session whose answers the test gives. */
function session(state: SessionSnapshot['state'] = 'signed-out') {
  let snapshot = { state, account: undefined, accounts: [] } as SessionSnapshot
  const listeners = new Set<() => void>()
  const asks = {
    signIn: vi.fn(async (_name: string, _password: string): Promise<SignInStep> => ({ step: 'done' })),
    answer: vi.fn(async (_text: string): Promise<SignInStep> => ({ step: 'done' })),
    sendCode: vi.fn(async (_name: string) => {}),
    setPassword: vi.fn(
      async (_name: string, _code: string, _password: string): Promise<SignInStep> => ({ step: 'done' }),
    ),
    redirect: vi.fn(() => new Promise<void>(() => {})),
    signOut: vi.fn(async () => {}),
  }
  const store = {
    get: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: async () => {},
    check: async () => {},
    ...asks,
  } as unknown as SessionStore
  const become = (next: Partial<SessionSnapshot>) =>
    act(() => {
      snapshot = { ...snapshot, ...next }
      for (const listener of listeners) listener()
    })
  return { store, become, ...asks }
}
const draw = (made: ReturnType<typeof session>, config = password) => {
  render(
    <SessionProvider store={made.store}>
      <SignInForm config={config} />
    </SessionProvider>,
  )
  return userEvent.setup()
}
const box = (name: string) => screen.getByLabelText(name)
const button = (name: string) => screen.getByRole('button', { name })
async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(box('E-Mail-Adresse'), 'anna@example.org')
  await user.type(box('Passwort'), 'vorläufig{Enter}')
}
// The texts come with the first screen.
beforeAll(async () => {
  draw(session())
  await screen.findByLabelText('Passwort')
  cleanup()
})
beforeEach(() => localStorage.clear())

describe('the first sign-in with a temporary password', () => {
  it('asks for a password of one’s own, twice the same, by keyboard alone', async () => {
    const made = session()
    made.signIn.mockResolvedValue({ step: 'newPassword' })
    const user = draw(made)
    await signIn(user)
    await screen.findByRole('heading', { name: 'Eigenes Passwort wählen' })
    expect(document.activeElement).toBe(box('Neues Passwort'))
    await user.keyboard('Langes-Passwort-1{Tab}Langes-Passwort-2{Enter}')
    expect(screen.getByText('Die beiden Passwörter sind nicht gleich.')).toBeTruthy()
    expect(document.activeElement).toBe(box('Neues Passwort wiederholen'))
    expect(made.answer).not.toHaveBeenCalled()
    await user.clear(box('Neues Passwort wiederholen'))
    await user.keyboard('Langes-Passwort-1{Enter}')
    expect(made.answer).toHaveBeenCalledExactlyOnceWith('Langes-Passwort-1')
  })

  it('says what is wrong with a password, and keeps it to be altered', async () => {
    const made = session()
    made.signIn.mockResolvedValue({ step: 'newPassword' })
    made.answer.mockRejectedValueOnce(new SignInFailed('weak'))
    const user = draw(made)
    await signIn(user)
    await user.type(await screen.findByLabelText('Neues Passwort'), 'kurz')
    await user.type(box('Neues Passwort wiederholen'), 'kurz{Enter}')
    expect(await screen.findByText('Dieses Passwort erfüllt die Regeln nicht.')).toBeTruthy()
    expect((box('Neues Passwort') as HTMLInputElement).value).toBe('kurz')
  })

  it('begins anew when it took too long, and says so', async () => {
    const made = session()
    made.signIn.mockResolvedValue({ step: 'newPassword' })
    made.answer.mockRejectedValueOnce(new SignInFailed('sessionOver'))
    const user = draw(made)
    await signIn(user)
    await user.type(await screen.findByLabelText('Neues Passwort'), 'Langes-Passwort-1')
    await user.type(box('Neues Passwort wiederholen'), 'Langes-Passwort-1{Enter}')
    expect(await screen.findByText('Das hat zu lange gedauert. Bitte nochmals anmelden.')).toBeTruthy()
    expect((box('E-Mail-Adresse') as HTMLInputElement).value).toBe('anna@example.org')
  })
})

describe('a sign-in that is done, while something behind it fails', () => {
  it('leads back to name and password with the reason', async () => {
    const made = session()
    made.signIn.mockResolvedValue({ step: 'code' })
    made.answer.mockRejectedValueOnce(new Error('broken'))
    const user = draw(made)
    await signIn(user)
    await user.type(await screen.findByLabelText('Code der Authentifizierungs-App'), '123456{Enter}')
    expect(await screen.findByLabelText('Passwort')).toBeTruthy()
    expect(screen.getByText('broken')).toBeTruthy()
  })
})

describe('the second factor', () => {
  it('is asked after the password; a wrong code may be entered again', async () => {
    const made = session()
    made.signIn.mockResolvedValue({ step: 'code' })
    made.answer.mockRejectedValueOnce(new SignInFailed('code'))
    const user = draw(made)
    await signIn(user)
    const code = await screen.findByRole('textbox', { name: 'Code der Authentifizierungs-App' })
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    await user.keyboard('{Enter}')
    expect(screen.getByText('Bitte den Code eingeben.')).toBeTruthy()
    await user.keyboard('123 456{Enter}')
    expect(await screen.findByText(/Dieser Code stimmt nicht/)).toBeTruthy()
    await user.clear(code)
    await user.type(code, '654321{Enter}')
    expect(made.answer.mock.calls).toEqual([['123456'], ['654321']])
  })

  it('is set up with a key to type or to open, where the pool asks for it', async () => {
    const made = session()
    made.signIn.mockResolvedValue({ step: 'setUpCode', secret: 'ABCDEFGHIJ', link: 'otpauth://totp/x' })
    const user = draw(made)
    await signIn(user)
    expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Authentifizierungs-App öffnen' })
    expect(link.getAttribute('href')).toBe('otpauth://totp/x')
    await user.type(box('Code der Authentifizierungs-App'), '111222')
    await user.click(button('Weiter'))
    expect(made.answer).toHaveBeenCalledExactlyOnceWith('111222')
  })
})

describe('a forgotten password', () => {
  it('is set anew by the code of a mail', async () => {
    const made = session()
    made.sendCode.mockRejectedValueOnce(new SignInFailed('tooMany'))
    const user = draw(made)
    await user.type(box('E-Mail-Adresse'), 'anna@example.org')
    await user.click(button('Passwort vergessen?'))
    expect((box('E-Mail-Adresse') as HTMLInputElement).value).toBe('anna@example.org')
    await user.click(button('Code senden'))
    expect(await screen.findByText('Zu viele Versuche. Bitte eine Minute warten.')).toBeTruthy()
    await user.click(button('Code senden'))
    await screen.findByText(/Wenn es zu anna@example.org ein Konto gibt/)
    await user.keyboard('123456{Tab}Langes-Passwort-1{Tab}Langes-Passwort-1{Enter}')
    expect(made.setPassword).toHaveBeenCalledExactlyOnceWith(
      'anna@example.org',
      '123456',
      'Langes-Passwort-1',
    )
  })

  it('leads back', async () => {
    const user = draw(session())
    await user.click(button('Passwort vergessen?'))
    await user.click(button('Zurück zur Anmeldung'))
    expect(box('Passwort')).toBeTruthy()
  })
  it('is not offered where nobody would send a mail', () => {
    draw(session(), { ...password, signIn: { ...password.signIn, canReset: false } as never })
    expect(screen.queryByRole('button', { name: 'Passwort vergessen?' })).toBeNull()
  })
})

describe('the organisation’s sign-in', () => {
  it('is opened at once for a visitor', () => {
    const made = session()
    draw(made, organisation)
    expect(made.redirect).toHaveBeenCalledOnce()
    expect(screen.getByText(/werden zur Anmeldung Ihrer Organisation weitergeleitet/)).toBeTruthy()
  })
  it('waits for the person after a refusal, and for the start', async () => {
    const made = session('starting')
    const user = draw(made, organisation)
    expect(made.redirect).not.toHaveBeenCalled()
    made.become({ state: 'signed-out', problem: { key: 'refused' } })
    expect(screen.getByText(/oder Ihre Organisation hat sie abgelehnt/)).toBeTruthy()
    expect(made.redirect).not.toHaveBeenCalled()
    await user.click(button('Nochmals versuchen'))
    expect(made.redirect).toHaveBeenCalledOnce()
  })
  it('gives a person without an account a way out', async () => {
    const made = session('no-account')
    const user = draw(made, organisation)
    expect(screen.getByText(/gibt es hier noch kein Konto/)).toBeTruthy()
    await user.click(button('Mit einem anderen Konto anmelden'))
    expect(made.signOut).toHaveBeenCalledOnce()
    expect(made.redirect).not.toHaveBeenCalled()
  })
  it('opens in another window over an expired page; a blocked one is offered as a link', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const made = session('expired')
    const user = draw(made, organisation)
    await user.click(button('In einem neuen Fenster anmelden'))
    expect(opened.mock.calls[0]?.[0]).toBe('/sign-in?to=%2Fsign-in%2Fdone')
    const link = screen.getByRole('link', { name: /Der Browser hat das Fenster nicht geöffnet/ })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(made.redirect).not.toHaveBeenCalled()
    made.become({ problem: { key: 'otherPerson' } })
    await user.click(button('Mit einem anderen Konto anmelden'))
    expect(opened.mock.lastCall?.[0]).toBe('/sign-in?to=%2Fsign-in%2Fdone&other')
  })
  it('ends on a page that stays', async () => {
    const made = session()
    const router = createMemoryRouter(
      [
        { path: '/signed-out', element: <SignedOutScreen config={organisation} /> },
        { path: '/sign-in', element: <p>Anmeldung</p> },
      ],
      { initialEntries: ['/signed-out'] },
    )
    render(
      <SessionProvider store={made.store}>
        <RouterProvider router={router} />
      </SessionProvider>,
    )
    expect(screen.getByRole('heading', { name: 'Sie sind abgemeldet' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/signed-out')
    await userEvent.setup().click(button('Wieder anmelden'))
    expect(router.state.location.pathname).toBe('/sign-in')
  })
})
