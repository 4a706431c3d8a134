/** Passwords as they are on a stage of the cloud: the first administrator's temporary one, a code of an app, a forgotten one. */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { askEmulator } from '../../../scripts/cloud/emulator.ts'
import { tokenOf } from '../../../scripts/cloud/people.ts'
import { appUrl } from '../../e2e/app.ts'
import { expectAccessible, openWindows, seen } from '../../e2e/browser.ts'
import { ops, until } from './tools.ts'

const windows = openWindows()
const { pool } = inject('stage')
const ask = <T>(operation: string, body: object) =>
  askEmulator<T>(pool.endpoint, `AWSCognitoIdentityProviderService.${operation}`, body)
const UserPoolId = pool.poolId
const temporary = 'Vorläufig-12345!'
const own = 'Mein-eigenes-Wort-1'

/** What docs/operations.md says about the first administrator. */
async function firstAdministrator(email: string): Promise<void> {
  const { User } = await ask<{ User: { Attributes: { Name: string; Value: string }[] } }>('AdminCreateUser', {
    UserPoolId,
    Username: email,
    TemporaryPassword: temporary,
    MessageAction: 'SUPPRESS',
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ],
  })
  const sub = User.Attributes.find(({ Name }) => Name === 'sub')!.Value
  const name = `Erste ${email}`
  await ops('create-admin', '--sub', sub, '--email', email, '--name', name)
}
async function fill(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
async function signOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(email) }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await seen(page.getByRole('textbox', { name: 'E-Mail-Adresse' }))
}
/** Six digits of an authenticator app (RFC 6238). */
function codeOf(secret: string): string {
  const digits = [...secret.replace(/=+$/, '')].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one))
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = mac.at(-1)! & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const wrongCodeOf = (secret: string) => (codeOf(secret) === '000000' ? '111111' : '000000')
/** Where one changes how one signs in. */
async function openPanel(page: Page, email: string) {
  await page.getByRole('button', { name: new RegExp(email) }).click()
  await page.getByRole('menuitem', { name: 'Passwort und Sicherheit' }).click()
  const panel = page.getByRole('complementary', { name: 'Passwort und Sicherheit' })
  await seen(panel)
  return panel
}

const stamp = Date.now()
const first = `first-${stamp}@example.org`
const changing = `changes-${stamp}@example.org`
const forgetful = `forgets-${stamp}@example.org`
beforeAll(async () => {
  await firstAdministrator(first)
  for (const email of [changing, forgetful]) {
    await firstAdministrator(email)
    await ask('AdminSetUserPassword', { UserPoolId, Username: email, Password: own, Permanent: true })
  }
  // Functions may believe for a while what they have read of accounts.
  const token = await tokenOf(pool, forgetful, own)
  await until('the accounts are known', async () => {
    const answer = await fetch(`${appUrl()}/api/auth/domain/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    return answer.status === 200
  })
})

test('the first administrator signs in with a temporary password, chooses one, adds a code and takes it away', async () => {
  const email = first
  const { page } = await windows.open()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await page.goto('/company/list')
  await fill(page, email, temporary)
  await seen(page.getByRole('heading', { name: 'Eigenes Passwort wählen' }))
  await expectAccessible(page, 'a password of one’s own')
  // By SRP: the password itself stays in the browser.
  expect(sent.join('\n')).not.toContain(temporary)
  await page.getByLabel('Neues Passwort', { exact: true }).fill(own)
  await page.getByLabel('Neues Passwort wiederholen').fill(own)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('table', { name: 'Firmen' }))
  await signOut(page, email)
  await fill(page, email, temporary)
  await seen(page.getByText('E-Mail-Adresse oder Passwort stimmt nicht.'))
  await fill(page, email, own)
  await seen(page.getByRole('banner'))

  const panel = await openPanel(page, email)
  await seen(panel.getByText('Ausgeschaltet'))
  await panel.getByRole('button', { name: 'Einrichten' }).click()
  const key = (await panel.locator('dd').textContent())!.replaceAll(' ', '')
  const firstCode = panel.getByRole('textbox', { name: 'Code der Authentifizierungs-App' })
  await firstCode.fill(wrongCodeOf(key))
  await page.keyboard.press('Enter')
  await seen(panel.getByText('Dieser Code stimmt nicht.'))
  await expectAccessible(page, 'the second factor')
  await firstCode.fill(codeOf(key))
  await page.keyboard.press('Enter')
  await seen(panel.getByText('Eingeschaltet'))
  await signOut(page, email)
  await fill(page, email, own)
  const code = page.getByRole('textbox', { name: 'Code der Authentifizierungs-App' })
  await seen(code)
  await expectAccessible(page, 'the code of the second factor')
  await code.fill(wrongCodeOf(key))
  await page.keyboard.press('Enter')
  await seen(page.getByText('Dieser Code stimmt nicht.'))
  await code.fill(codeOf(key))
  await page.keyboard.press('Enter')
  await seen(page.getByRole('banner'))

  await openPanel(page, email)
  await panel.getByRole('button', { name: 'Ausschalten' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ausschalten' }).click()
  await seen(panel.getByText('Ausgeschaltet'))
})

test('somebody changes the password, and the new one alone counts', async () => {
  const email = changing
  const next = 'Noch-ein-neues-Wort-3'
  const { page } = await windows.open()
  await page.goto('/company/list')
  await fill(page, email, own)
  const panel = await openPanel(page, email)
  const change = async (now: string) => {
    await panel.getByLabel('Aktuelles Passwort').fill(now)
    await panel.getByLabel('Neues Passwort', { exact: true }).fill(next)
    await panel.getByLabel('Neues Passwort wiederholen').fill(next)
    await page.keyboard.press('Enter')
  }
  await change('Nicht-mein-Wort-1')
  await seen(panel.getByText('Das aktuelle Passwort stimmt nicht.'))
  await change(own)
  await seen(page.getByText('Ihr Passwort ist geändert.'))
  await signOut(page, email)
  await fill(page, email, own)
  await seen(page.getByText('E-Mail-Adresse oder Passwort stimmt nicht.'))
  await fill(page, email, next)
  await seen(page.getByRole('table', { name: 'Firmen' }))
})

test('a forgotten password is set anew by the code of a mail', async () => {
  const email = forgetful
  const { page } = await windows.open()
  await page.goto('/')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(email)
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expectAccessible(page, 'a forgotten password')
  await page.getByRole('button', { name: 'Code senden' }).click()
  await seen(page.getByText(`Wenn es zu ${email} ein Konto gibt`))
  await page.getByLabel('Code aus der E-Mail').fill('654321')
  const renewed = 'Ganz-neues-Wort-22'
  await page.getByLabel('Neues Passwort', { exact: true }).fill(renewed)
  await page.getByLabel('Neues Passwort wiederholen').fill(renewed)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('banner'))
})
