/**
 * Leaves out of the bundle what Cloudscape imports and this app never runs. Each rule names the file it expects; a
 * new version that looks different stops the build, instead of quietly making the first screen heavier or broken.
 * (docs/decisions/first-screen-size.md)
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const root = dirname(require.resolve('@cloudscape-design/components/package.json'))

/**
 * AppLayout carries three designs and chooses one when it runs: the classic one, the toolbar, and the one with the
 * refreshed look, which is what the open-source package shows.
 */
const layoutFile = join(root, 'app-layout/internal.js')
export const unusedLayouts = [
  "import ClassicAppLayout from './classic';",
  "import ToolbarAppLayout from './visual-refresh-toolbar';",
]
export function withoutUnusedLayouts(code: string): string {
  let next = code
  for (const line of unusedLayouts) {
    if (!next.includes(line)) throw new Error(`app-layout/internal.js has no line: ${line}`)
    next = next.replace(line, `const ${line.split(' ')[1]} = () => null;`)
  }
  return next
}

/** Messages as text become what Cloudscape formats, so that the parser need not be sent to the browser. */
export function compileMessages(json: string): string {
  const made: Record<string, Record<string, unknown>> = {}
  for (const [component, messages] of Object.entries(
    JSON.parse(json) as Record<string, Record<string, string>>,
  )) {
    made[component] = {}
    for (const [key, message] of Object.entries(messages)) {
      try {
        made[component][key] = IntlMessageFormat.__parse!(message, {})
      } catch (error) {
        throw new Error(`${component}.${key}: ${message}`, { cause: error })
      }
    }
  }
  return JSON.stringify(made)
}

/** Components with many words that no screen has: their messages stay behind. */
const unusedComponents: ReadonlySet<string> = new Set([
  'annotation-context',
  'code-editor',
  'date-range-picker',
  'file-upload',
  'prompt-input',
  's3-resource-selector',
  'tag-editor',
  'tutorial-panel',
  'wizard',
])
type Shipped = Record<string, Record<string, Record<string, unknown>>>
/** Messages as Cloudscape ships them, by namespace, language and component. */
export const withoutUnusedMessages = (shipped: Shipped): Shipped =>
  Object.fromEntries(
    Object.entries(shipped).map(([namespace, languages]) => [
      namespace,
      Object.fromEntries(
        Object.entries(languages).map(([language, messages]) => {
          const kept = Object.entries(messages).filter(([component]) => !unusedComponents.has(component))
          return [language, Object.fromEntries(kept)]
        }),
      ),
    ]),
  )
/** The component that a module is of, if its messages stay behind. */
export function unusedComponentOf(module: string): string | undefined {
  const name = /@cloudscape-design\/components\/([^/]+)\/(?!.*styles)/.exec(module)?.[1]
  return name !== undefined && unusedComponents.has(name) ? name : undefined
}

export const smallerCloudscape = (): Plugin => ({
  name: 'smaller-cloudscape',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^@formatjs\/icu-messageformat-parser$/,
          replacement: require.resolve('@formatjs/icu-messageformat-parser/lib/no-parser.js'),
        },
      ],
    },
  }),
  load: {
    filter: {
      id: [
        /app-layout\/internal\.js$/,
        /web\/texts\/[^/]+\/cloudscape\.json$/,
        /components\/i18n\/messages\/all\.[\w-]+\.js$/,
      ],
    },
    async handler(id) {
      if (id.startsWith(join(root, 'i18n/messages'))) {
        const { default: shipped } = (await import(pathToFileURL(id).href)) as { default: Shipped }
        return { code: `export default ${JSON.stringify(withoutUnusedMessages(shipped))}`, map: null }
      }
      if (id === layoutFile) return { code: withoutUnusedLayouts(readFileSync(id, 'utf8')), map: null }
      if (id.endsWith('cloudscape.json'))
        return { code: compileMessages(readFileSync(id, 'utf8')), map: null }
      return undefined
    },
  },
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      for (const module of chunk.type === 'chunk' ? chunk.moduleIds : []) {
        const used = unusedComponentOf(module)
        if (used) this.error(`${used} is used now: its messages may not stay behind (smaller-cloudscape.ts)`)
      }
  },
})
