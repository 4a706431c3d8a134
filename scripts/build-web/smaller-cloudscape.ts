/**
 * Leaves out of the bundle what Cloudscape imports and this app never runs. Each rule names the file it expects; a
 * new version that looks different stops the build, instead of quietly making the first screen heavier or broken.
 * (docs/decisions/first-screen-size.md)
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
    filter: { id: [/app-layout\/internal\.js$/, /web\/texts\/[^/]+\/cloudscape\.json$/] },
    handler(id) {
      if (id === layoutFile) return { code: withoutUnusedLayouts(readFileSync(id, 'utf8')), map: null }
      if (id.endsWith('cloudscape.json'))
        return { code: compileMessages(readFileSync(id, 'utf8')), map: null }
      return undefined
    },
  },
})
