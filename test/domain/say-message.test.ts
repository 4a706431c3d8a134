import { expect, test } from 'vitest'
import {
  noteOf,
  reasonOf,
  withoutApproval,
  withoutApprovals,
  withoutNews,
} from '../../functions/domain/import/notes.ts'
import type { Locale } from '../../shared/constants.ts'
import { message } from '../../shared/model/message.ts'
import { refuseInput } from '../../shared/rules/refusal.ts'
import { fillText, loadErrorTexts } from '../../shared/texts/error-texts.ts'
import { sayMessage } from '../../shared/texts/say-message.ts'

const sayIn = async (locale: Locale) => {
  const texts = await loadErrorTexts(locale)
  return (said: Parameters<typeof sayMessage>[0] | undefined) =>
    said &&
    sayMessage(message.parse(said), locale, (key, params) => {
      const text = texts[key]
      return text === undefined ? undefined : fillText(text, params)
    })
}
const item = { kind: 'product' as const, key: 'W-1', line: 7, data: {} }
const titles = {
  standards: new Map([['s', { data: { name: { de_DE: 'Bio Suisse', fr_FR: 'Bourgeon' } } as never }]]),
  lists: new Map([['l', { data: { title: { de_DE: 'Schweiz', fr_FR: 'Suisse' } } as never }]]),
}
const approval = { list: 'l', standard: 's' }

test('an item is named by its line and kind', async () => {
  const reason = reasonOf(item, { message: 'x' })
  expect(reason.unit).toBe('line 7, product W-1')
  expect((await sayIn('de_DE'))(reason.unitText)).toBe('Zeile 7, Produkt W-1')
  expect((await sayIn('hu_HU'))(reason.unitText)).toBe('7. sor, Termék: W-1')
})
test('titles are those of the reader’s language, sentences within sentences too', async () => {
  const reason = { message: 'The approval right is needed.', text: { key: 'approvalRight' } }
  const note = withoutApproval({ ...approval, reason }, titles)
  expect(note.message).toBe('taken without the approval Bio Suisse in Schweiz: The approval right is needed.')
  expect((await sayIn('de_DE'))(note.text)).toBe(
    'Ohne die Zulassung Bio Suisse in Schweiz übernommen. Dazu ist das Zulassungsrecht nötig.',
  )
  expect((await sayIn('fr_FR'))(note.text)).toBe(
    'Repris sans l’autorisation Bourgeon dans Suisse. Le droit d’autorisation est nécessaire.',
  )
  const [unasked] = withoutApprovals([approval, approval], titles)
  expect((await sayIn('en_GB'))(unasked?.text)).toMatch(
    /migrated: Bio Suisse in Schweiz, Bio Suisse in Schweiz$/,
  )
})
test('wrong places are told with the sentence of each, the first ten', async () => {
  const issues = Array.from({ length: 12 }, (_, n) => ({
    path: `/a${n}`,
    expected: 'id not found',
    key: 'idNotFound',
  }))
  const said = (await sayIn('de_DE'))(noteOf(refuseInput(issues)).text)
  expect(said).toMatch(/^Nicht gültig: \/a0 – Diesen Eintrag gibt es nicht\., /)
  expect(said).not.toContain('/a10')
  const [kept] = withoutNews(['/x', '/y'], 'importKept')
  expect((await sayIn('de_DE'))(kept?.text)).toBe('Nicht übernommen, weil von Hand geändert: /x, /y')
})
test('a sentence that is not known is not said', async () => {
  expect((await sayIn('de_DE'))({ key: 'nobodyKnows' })).toBeUndefined()
})
