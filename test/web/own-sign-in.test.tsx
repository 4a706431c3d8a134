import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type OwnSignIn, SessionProvider } from '../../web/api/session.tsx'
import type { SessionStore } from '../../web/api/session-store.ts'
import { SignInFailed } from '../../web/api/sign-in-failed.ts'
import { SignInPanel } from '../../web/features/sign-in/own-panel.tsx'
import { DialogHost } from '../../web/frame/dialog-host.tsx'
import { notices } from '../../web/frame/notify.ts'

const good = 'Mein-eigenes-Wort-1'
function draw(
  over: Partial<OwnSignIn> = {},
  factor: 'optional' | 'required' | 'none' = 'optional',
  has = false,
) {
  let hasFactor = has
  const own = {
    changePassword: vi.fn(async () => {}),
    hasFactor: vi.fn(async () => hasFactor),
    makeFactor: vi.fn(async () => ({
      secret: 'ABCDEFGHIJ',
      link: 'otpauth://totp/Inputlist:anna?secret=ABCDEFGHIJ',
    })),
    confirmFactor: vi.fn(async (code: string) => {
      if (code !== '123456') throw new SignInFailed('code')
      hasFactor = true
    }),
    endFactor: vi.fn(async () => {
      hasFactor = false
    }),
    ...over,
  }
  const snapshot = { state: 'signed-in', account: undefined, accounts: [] }
  const store = {
    get: () => snapshot,
    subscribe: () => () => {},
    start: async () => {},
    check: async () => {},
    ownSignIn: async () => own,
  } as unknown as SessionStore
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <SessionProvider store={store}>
        <SignInPanel secondFactor={factor === 'none' ? undefined : factor} />
        <DialogHost />
      </SessionProvider>
    </SWRConfig>,
  )
  return { own, user: userEvent.setup() }
}
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.findByRole('button', { name })
const told = () => notices.get().map(({ text }) => text)
// The texts come with the first screen.
beforeAll(async () => {
  draw()
  await screen.findByText('Ausgeschaltet')
  cleanup()
})

describe('the password', () => {
  it('is changed by keyboard, and the form is empty again', async () => {
    const { own, user } = draw({}, 'none')
    await user.type(box('Aktuelles Passwort'), `alt{Tab}${good}{Tab}${good}{Enter}`)
    await vi.waitFor(() => expect(own.changePassword).toHaveBeenCalledWith('alt', good))
    await vi.waitFor(() => expect(told()).toContain('Ihr Passwort ist geändert.'))
    expect(box('Aktuelles Passwort').value).toBe('')
    expect(screen.queryByText('Zweiter Faktor')).toBeNull()
  })

  it.each([
    ['', good, good, 'Bitte geben Sie Ihr aktuelles Passwort ein.'],
    ['alt', 'zu-kurz', 'zu-kurz', 'Dieses Passwort erfüllt die Regeln nicht.'],
    ['alt', good, `${good}x`, 'Die beiden Passwörter sind nicht gleich.'],
  ])('%s, %s, %s is not sent', async (now, next, repeat, sentence) => {
    const { own, user } = draw()
    if (now) await user.type(box('Aktuelles Passwort'), now)
    await user.type(box('Neues Passwort'), next)
    await user.type(box('Neues Passwort wiederholen'), `${repeat}{Enter}`)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(own.changePassword).not.toHaveBeenCalled()
  })

  it('stays typed when the one until now is wrong', async () => {
    const { user } = draw({ changePassword: async () => Promise.reject(new SignInFailed('wrongNow')) })
    await user.type(box('Aktuelles Passwort'), `alt{Tab}${good}{Tab}${good}{Enter}`)
    expect(await screen.findByText('Das aktuelle Passwort stimmt nicht.')).toBeTruthy()
    expect(box('Neues Passwort').value).toBe(good)
  })
})

describe('the second factor', () => {
  it('is set up with a key and the first code of it', async () => {
    const { own, user } = draw()
    expect(await screen.findByText('Ausgeschaltet')).toBeTruthy()
    await user.click(await button('Einrichten'))
    expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy()
    const code = box('Code der Authentifizierungs-App')
    await user.type(code, '111 111{Enter}')
    expect(await screen.findByText(/Dieser Code stimmt nicht/)).toBeTruthy()
    await user.clear(code)
    await user.type(code, '123 456{Enter}')
    expect(await screen.findByText('Eingeschaltet')).toBeTruthy()
    expect(vi.mocked(own.confirmFactor).mock.calls).toEqual([['111111'], ['123456']])
  })

  it('is ended only when that is meant', async () => {
    const { own, user } = draw({}, 'optional', true)
    await user.click(await button('Ausschalten'))
    await user.click((await screen.findAllByRole('button', { name: 'Abbrechen' })).at(-1)!)
    expect(own.endFactor).not.toHaveBeenCalled()
    await user.click(await button('Ausschalten'))
    await user.click((await screen.findAllByRole('button', { name: 'Ausschalten' })).at(-1)!)
    expect(await screen.findByText('Ausgeschaltet')).toBeTruthy()
    expect(own.endFactor).toHaveBeenCalledOnce()
  })

  it('cannot be ended where everybody needs one', async () => {
    draw({}, 'required', true)
    expect(await button('Auf anderem Gerät einrichten')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ausschalten' })).toBeNull()
  })

  it('says why its state is not known, and asks again', async () => {
    let isAway = true
    const { user } = draw({
      hasFactor: async () => {
        if (isAway) throw new SignInFailed('network')
        return true
      },
    })
    expect(await screen.findByText(/Der Server ist nicht erreichbar/)).toBeTruthy()
    isAway = false
    await user.click(await button('Nochmals versuchen'))
    expect(await screen.findByText('Eingeschaltet')).toBeTruthy()
  })
})
