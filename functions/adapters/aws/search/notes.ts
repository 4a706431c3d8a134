/** What the index notes of itself, by name: how far it has followed the changes, and how far a rebuild has come. */
import type { Client } from '@opensearch-project/opensearch'
import { withCopies } from './mapping.ts'
import { mapSearchErrors, type RequestTimeout } from './unavailable.ts'

export interface Notes {
  /** Undefined if there is none yet. */
  read(name: string): Promise<Record<string, unknown> | undefined>
  write(name: string, note: object): Promise<void>
}
interface Options {
  client: Client
  /** The name of the index that holds them. */
  index: string
  timeouts: Record<'state' | 'write', RequestTimeout>
}
export function createNotes({ client, index, timeouts }: Options): Notes {
  let isThere = false
  return {
    read: (name) =>
      mapSearchErrors(async () => {
        const { body } = await client.get({ index, id: name }, { ignore: [404], ...timeouts.state })
        return (body as { _source?: Record<string, unknown> })._source
      }),
    write: (name, note) =>
      mapSearchErrors(async () => {
        if (!isThere) {
          const settings = { number_of_shards: 1, ...withCopies }
          const body = { settings, mappings: { dynamic: false } as const }
          await client.indices.create({ index, body }, { ignore: [400] })
        }
        isThere = true
        await client.index({ index, id: name, body: note }, timeouts.write)
      }),
  }
}
