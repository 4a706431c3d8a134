/** Whether an index in OpenSearch is what this version would make: kept in the index, and in the record of a release. */
import type { Client } from '@opensearch-project/opensearch'
import {
  aliasesOf,
  type Family,
  families,
  type IndexForm,
  indexForm,
  inUse,
  withCopies,
} from '../functions/adapters/aws/search/mapping.ts'

/** What tells an index from that of this version, in words; undefined if nothing does. An older Inputlist noted less. */
export function otherForm(family: Family, was: Partial<IndexForm> | undefined): string | undefined {
  const { made, documentVersion } = indexForm(family)
  const reasons = [
    ...(was?.documentVersion === documentVersion
      ? []
      : [
          `documents of ${was?.documentVersion ? `version ${was.documentVersion}` : 'an unknown version'}, not ${documentVersion}`,
        ]),
    ...(was?.made === made ? [] : ['other fields']),
  ]
  return reasons.length > 0 ? `${family}: ${reasons.join(', ')}` : undefined
}

export const currentForms = () =>
  Object.fromEntries(families.map((family) => [family, indexForm(family)])) as Record<Family, IndexForm>

/** What tells the indices that are searched from those of this version. A family that has none yet gets today's. */
export async function findOutdated(client: Client, prefix: string): Promise<string[]> {
  const outdated: string[] = []
  for (const family of families) {
    const { body, statusCode } = await client.indices.getMapping(
      { index: `${prefix}-${family}` },
      { ignore: [404] },
    )
    if (statusCode === 404) continue
    const searched = Object.values(body as Record<string, { mappings?: { _meta?: Partial<IndexForm> } }>)
    for (const { mappings } of searched) {
      const other = otherForm(family, mappings?._meta)
      if (other) outdated.push(other)
    }
  }
  return outdated
}

/** Gives the indices in use what this version sets and can be set meanwhile. */
export async function renewSettings(client: Client, prefix: string): Promise<void> {
  const put = (index: string, body: object) =>
    client.indices.putSettings({ index, body: body as never }, { ignore: [404] })
  for (const family of families) await put(aliasesOf(prefix, family).searched, inUse)
  await put(`${prefix}-meta`, withCopies)
}

/** What stages with an index of a release have to do after an update to this version; undefined if it is nothing. */
export function reindexAfter(release: Record<Family, IndexForm>): string | undefined {
  const reasons = families.flatMap((family) => otherForm(family, release[family]) ?? [])
  if (reasons.length === 0) return undefined
  return `This version needs a reindex (${reasons.join('; ')}). After the deployment: npm run ops -- upgrade`
}
