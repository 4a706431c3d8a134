import type { Draft } from '../../../shared/model/conversation-view.ts'
import type { DraftStore } from '../../ports/drafts.ts'
import { draftKey } from '../common/entity-rows.ts'
import type { Database } from './database.ts'

export function createDrafts(db: Database): DraftStore {
  const select = db.prepare('SELECT meta FROM items WHERE pk = ? AND sk = ?')
  const upsert = db.prepare(
    'INSERT INTO items (pk, sk, meta) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET meta = excluded.meta',
  )
  const remove = db.prepare('DELETE FROM items WHERE pk = ? AND sk = ?')
  const read = (account: string, conversation: string): Draft | undefined => {
    const { pk, sk } = draftKey(account, conversation)
    const row = select.get(pk, sk)
    return row ? (JSON.parse(row['meta'] as string) as Draft) : undefined
  }
  return {
    of: async (account, conversation) => read(account, conversation),
    keep: (account, conversation, draft, seen) =>
      db.write(() => {
        if (read(account, conversation)?.at !== seen) return false
        const { pk, sk } = draftKey(account, conversation)
        if (draft) upsert.run(pk, sk, JSON.stringify(draft))
        else remove.run(pk, sk)
        return true
      }),
  }
}
