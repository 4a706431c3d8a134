/** What the build relies on in the pinned version of Cloudscape, and its strings in our five languages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  compileMessages,
  unusedComponentOf,
  unusedLayouts,
  withoutUnusedLayouts,
  withoutUnusedMessages,
} from '../../scripts/build-web/smaller-cloudscape.ts'
import { withoutFontFaces } from '../../scripts/build-web/without-embedded-fonts.ts'
import { cloudscapeTexts } from '../../web/texts/cloudscape.ts'

const require = createRequire(import.meta.url)
const components = dirname(require.resolve('@cloudscape-design/components/package.json'))
const read = (path: string) => readFileSync(path, 'utf8')

describe('our names for Cloudscape’s colours', () => {
  it('exist in its style sheet, so that dark mode reaches them', () => {
    const names = [
      ...read('web/frame/tokens.css').matchAll(/(?:var\(|^ {2}(?=--color))(--(?!il-)[a-z0-9-]+)/gm),
    ].map((m) => m[1]!)
    const theme = read(join(components, 'internal/base-theme/styles.scoped.css'))
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !theme.includes(`${name}:`))).toEqual([])
  })
})

// The whole rule would not hold there: what has the focus would lie behind the bar on top.
it('room behind the bars is left where browsers do not know `@property`', () => {
  const css = read('web/frame/frame.css')
  const known = [...css.matchAll(/@property (--[\w-]+)/g)].map(([, name]) => name!)
  expect(known).not.toEqual([])
  for (const name of known) expect(css).not.toContain(`var(${name})`)
})

describe('the build', () => {
  it('takes the embedded fonts out of the global styles, and nothing else', () => {
    const css = read(require.resolve('@cloudscape-design/global-styles/index.css'))
    const rest = withoutFontFaces(css)
    expect(rest).not.toContain('base64')
    expect(rest).toContain('.awsui-dark-mode')
    expect(rest.length).toBeLessThan(40_000)
  })

  it('leaves out the layouts that are never shown, and stops where the library looks different', () => {
    const code = read(join(components, 'app-layout/internal.js'))
    const made = withoutUnusedLayouts(code)
    for (const line of unusedLayouts) expect(made).not.toContain(line)
    expect(made).toContain("import RefreshedAppLayout from './visual-refresh'")
    expect(() => withoutUnusedLayouts('')).toThrow('has no line')
  })

  it('leaves messages behind of components that no screen has, and knows when one gets one', () => {
    const shipped = { ns: { de: { table: { a: 'Zeile' }, wizard: { b: 'Weiter' } } } }
    expect(withoutUnusedMessages(shipped)).toEqual({ ns: { de: { table: { a: 'Zeile' } } } })
    const module = (name: string) => `/x/node_modules/@cloudscape-design/components/${name}/internal.js`
    expect(['wizard', 'table'].map((name) => unusedComponentOf(module(name)))).toEqual(['wizard', undefined])
  })

  it('names a message that it cannot read', () => {
    expect(() => compileMessages('{"table":{"rows":"{count, plural, one {"}}')).toThrow('table.rows')
  })
})

const ours = ['nl_NL', 'hu_HU', 'ro_RO', 'hr_HR', 'sv_SE'] as const
type Messages = Record<string, Record<string, string>>
const messagesOf = (locale: string) => JSON.parse(read(`web/texts/${locale}/cloudscape.json`)) as Messages
/** Names that a message takes: `{count}`, `{openEnd, select, …}`. */
const argumentsOf = (message: string) =>
  [...new Set([...message.matchAll(/\{(\w+)\s*[,}]/g)].map((m) => m[1]))].sort()

describe.each(ours)('Cloudscape in %s', (locale) => {
  it('can be compiled, and takes the arguments that the others take', () => {
    const messages = messagesOf(locale)
    expect(Object.keys(JSON.parse(compileMessages(JSON.stringify(messages))))).toEqual(Object.keys(messages))
    const dutch = messagesOf('nl_NL')
    for (const [component, keys] of Object.entries(dutch)) {
      expect(Object.keys(messages[component] ?? {}), component).toEqual(Object.keys(keys))
      for (const [key, message] of Object.entries(keys))
        expect(argumentsOf(messages[component]![key]!), `${component} ${key}`).toEqual(argumentsOf(message))
    }
  })

  it('has every string of the components that are used', async () => {
    const english = (await cloudscapeTexts('en_GB'))[0] as unknown as Record<string, Record<string, Messages>>
    const all = english['cloudscape-design-components']!['en-GB']!
    const messages = messagesOf(locale)
    for (const component of [
      'table',
      'property-filter',
      'collection-preferences',
      'pagination',
      'modal',
      'select',
    ])
      expect(Object.keys(messages[component]!), component).toEqual(Object.keys(all[component]!))
    const [made] = (await cloudscapeTexts(locale)) as unknown as Record<string, Record<string, Messages>>[]
    const mine = made!['cloudscape-design-components']![locale.slice(0, 2)]!
    expect(mine['pagination']!['ariaLabels.nextPageLabel']).toBe(
      messages['pagination']!['ariaLabels.nextPageLabel'],
    )
    // What is not translated (no screen shows it) stays English instead of being empty.
    expect(mine['wizard']).toBeDefined()
  })
})

it.each([
  ['de_DE', 'Leeren', 'Filter zurücksetzen'],
  ['es_ES', 'Vaciar', 'Restablecer filtros'],
  ['fr_FR', 'Effacer', 'Réinitialiser les filtres'],
  ['it_IT', 'Svuota', 'Reimposta filtri'],
  ['hu_HU', 'Kiürítés', 'Szűrők visszaállítása'],
  ['ro_RO', 'Goliți', 'Resetați filtrele'],
] as const)(
  'in %s what empties a field or filter is not called what deletes',
  async (locale, clear, filters) => {
    const [made] = (await cloudscapeTexts(locale)) as unknown as Record<string, Record<string, Messages>>[]
    const [mine] = Object.values(made!['cloudscape-design-components']!) as unknown as Record<
      string,
      Messages
    >[]
    expect(mine!['input']).toMatchObject({ clearAriaLabel: clear })
    expect(mine!['property-filter']).toMatchObject({ 'i18nStrings.clearFiltersText': filters })
    // What we have no own words for is as it is shipped.
    expect(Object.keys(mine!['table']!).length).toBeGreaterThan(5)
  },
)
