/**
 * What a function would cost to initialise if it had no code of ours: the SDK clients of its ports, made as the ports
 * make them, with the commands that the adapters send. Read off the sources, so that nothing has to be listed here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle } from '../build-functions.ts'

const isSdk = /^@(aws-sdk|opensearch-project)\//
const importLine = /^import \{([^}]*)\} from '([^']+)'$/gm

/** Names that a file imports from the SDKs, by package. Types cost nothing and are left out. */
function sdkImports(source: string): [string, string][] {
  return [...source.matchAll(importLine)].flatMap(([, names = '', from = '']) =>
    isSdk.test(from)
      ? names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name): [string, string] => [from, name])
      : [],
  )
}

const openSearch = `new Client({ ...AwsSigv4Signer({ region: 'eu-central-1', service: 'es', getCredentials: defaultProvider() }), node: 'https://index.invalid' })`
/** Clients that are not made of their settings alone. */
const madeOtherwise: Record<string, string> = {
  Client: openSearch,
  DynamoDBDocumentClient: 'DynamoDBDocumentClient.from(new DynamoDBClient(client))',
}
const made = (name: string) => madeOtherwise[name] ?? (name.endsWith('Client') ? `new ${name}(client)` : name)

/** Entry of the baseline of a bundle; bundles with the same clients have the same entry. */
export function baselineOf(bundle: Bundle, root: string): string {
  const found = new Map<string, Set<string>>()
  for (const file of bundle.files)
    for (const [from, name] of sdkImports(readFileSync(join(root, file), 'utf8')))
      found.set(from, (found.get(from) ?? new Set()).add(name))
  const packages = [...found].map(([from, names]) => [from, [...names].sort()] as const).sort()
  const imports = packages.map(([from, names]) => `import { ${names.join(', ')} } from '${from}'`)
  const values = packages.flatMap(([, names]) => names.map(made))
  return `import { client } from '${root}functions/wiring/aws/environment.ts'
${imports.join('\n')}
export const sdk = [${values.join(', ')}]
`
}

/** The clients of a baseline in one word each. */
export const clientsOf = (entry: string): string =>
  [...new Set([...entry.matchAll(/new (\w*)Client\(/g)].map(([, name]) => name || 'OpenSearch'))].join(' ')
