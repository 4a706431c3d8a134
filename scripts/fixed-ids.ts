/** Writes shared/fixed-ids.ts: UUIDv5 of each key in the project's namespace (decisions §2). */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'

const idNamespace = '4b1d7a5e-6c1f-4f0e-9d55-2a7c9e0b1f3a'

export function uuidV5(name: string, namespace = idNamespace): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex').slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const keys = {
  mainCategory: [
    'fertilisers',
    'plant-protection-agents',
    'plant-strengthening-agents',
    'cleaning-disinfection-agents',
    'antiparasitica',
    'animal-feed',
    'food-additives',
  ],
  list: ['base'],
  contactFunction: ['general', 'invoice', 'secondary'],
  account: ['system'],
}

if (import.meta.main) {
  const rows = Object.entries(keys).map(
    ([group, names]) =>
      `  ${group}: {\n${names.map((n) => `    ${/-/.test(n) ? `'${n}'` : n}: '${uuidV5(`${group}/${n}`)}',`).join('\n')}\n  },`,
  )
  writeFileSync(
    new URL('../shared/fixed-ids.ts', import.meta.url),
    `/** Made by scripts/fixed-ids.ts; the ids never change. */\nexport const fixedIds = {\n${rows.join('\n')}\n} as const\n`,
  )
}
