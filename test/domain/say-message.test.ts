import { expect, test } from 'vitest'
import {
  noteOf,
  reasonOf,
  withoutApproval,
  withoutApprovals,
  withoutNews,
} from '../../functions/domain/import/notes.ts'
import { type Locale, locales } from '../../shared/constants.ts'
import { entitySchemas } from '../../shared/model/entity-schemas.ts'
import { message } from '../../shared/model/message.ts'
import { refuse, refuseInput } from '../../shared/rules/refusal.ts'
import { toldIssuesOf } from '../../shared/schema-issues.ts'
import { sayMessage } from '../../shared/texts/say-message.ts'
import { loadErrorTexts } from '../fixtures/error-texts.ts'

/** Puts the parameters into a sentence, `{{id}}`, as the screens do. */
const fillText = (text: string, params: Record<string, string | number> = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole))

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
  expect((await sayIn('hu_HU'))(reason.unitText)).toMatch(/^7\. .*W-1$/)
})
test('titles are those of the reader’s language, sentences within sentences too', async () => {
  const reason = { message: 'The approval right is needed.', text: { key: 'approvalRight' } }
  const note = withoutApproval({ ...approval, reason }, titles)
  expect(note.message).toBe('taken without the approval Bio Suisse in Schweiz: The approval right is needed.')
  for (const [locale, approval] of [
    ['de_DE', 'Bio Suisse in Schweiz'],
    ['fr_FR', 'Bourgeon dans Suisse'],
  ] as const) {
    const said = (await sayIn(locale))(note.text)
    expect(said).toContain(approval)
    expect(said).toContain((await loadErrorTexts(locale))['approvalRight'])
  }
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
  expect(said).toMatch(/^Nicht gültig: \/a0 – Diesen Eintrag gibt es nicht\. \/a1 – /)
  expect(said).not.toContain('/a10')
  const [kept] = withoutNews(['/x', '/y'], 'importKept')
  expect((await sayIn('de_DE'))(kept?.text)).toMatch(/von Hand.*\/x, \/y/)
})
test('what a schema refuses is told in each language, at titles of places', async () => {
  const wrong = [
    entitySchemas.category.safeParse({ title: 'Dünger', mainCategoryKey: 'x', order: 'first', foo: 1 }),
    entitySchemas.company.safeParse({
      baseData: { name: 'x'.repeat(100_000), groups: 'a', invoiceEmail: '@' },
    }),
    entitySchemas.product.safeParse({ isNationalPartner: 'yes', importKey: 'k'.repeat(300) }),
    entitySchemas.component.safeParse({ title: {}, mainCategoryMapping: 3, parent: 'nobody' }),
  ].flatMap((parsed) => toldIssuesOf(parsed.error!))
  expect(new Set(wrong.map((i) => i.key)).size).toBeGreaterThan(6)
  for (const locale of locales) {
    const texts = await loadErrorTexts(locale)
    for (const one of wrong) {
      const { text } = noteOf(refuseInput([one]))
      const said = sayMessage(
        message.parse(text),
        locale,
        (key, params) => texts[key] && fillText(texts[key], params),
        (place) => `«${place}»`,
      )
      expect(said).toContain(`«${one.path}»`)
      expect(said).not.toMatch(/expected (an?|one|at|less|more) |\{\{|value[A-Z]|undefined/)
    }
  }
  expect((await sayIn('de_DE'))(noteOf(refuseInput(wrong.slice(0, 1))).text)).toMatch(
    /^Nicht gültig: \/title – Falsch aufgebaut: Erwartet werden mehrere Werte, jeder mit seiner Bezeichnung\.$/,
  )
})
test('an issue without a sentence, and a refusal without one, are not told in English', async () => {
  const say = await sayIn('de_DE')
  const unkeyed = [{ path: '/options', expected: 'expected options with different ids' }]
  expect(say(noteOf(refuseInput(unkeyed)).text)).toBe(
    'Nicht gültig: /options – Die Angabe hat nicht die richtige Form.',
  )
  expect(say(noteOf(refuse('too_large', 'the entity is too large')).text)).toBe('Das ist zu groß.')
})
test('what an item refers to in vain is named by its kind, in the reader’s language', async () => {
  const params = { reference: 'category:copper:2' }
  const { text } = noteOf(refuse('invalid_input', 'there is no x', { key: 'importUnknownKey', params }))
  for (const [locale, named] of [
    ['de_DE', 'Kategorie copper:2'],
    ['hu_HU', 'Kategória: copper:2'],
  ] as const) {
    const said = (await sayIn(locale))(text)
    expect(said).toContain(named)
    expect(said).not.toContain('category')
  }
})
test('a sentence that is not known is not said', async () => {
  expect((await sayIn('de_DE'))({ key: 'nobodyKnows' })).toBeUndefined()
})
