import type { NoteMarks } from '../../../shared/rules/notes.ts'
import type { NoteMarksStore } from '../../ports/note-marks.ts'
import { noteMarksKey } from '../common/entity-rows.ts'
import type { Database } from './database.ts'

export function createNoteMarks(db: Database): NoteMarksStore {
  const select = db.prepare('SELECT meta FROM items WHERE pk = ? AND sk = ?')
  const upsert = db.prepare(
    'INSERT INTO items (pk, sk, meta) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET meta = excluded.meta',
  )
  const read = (account: string, product: string): NoteMarks => {
    const { pk, sk } = noteMarksKey(account, product)
    const row = select.get(pk, sk)
    return row ? (JSON.parse(row['meta'] as string) as NoteMarks) : {}
  }
  return {
    async of(account, products) {
      const found = [...new Set(products)].map((product) => [product, read(account, product)] as const)
      return new Map(found.filter(([, marks]) => Object.keys(marks).length > 0))
    },
    change: (account, product, marks) =>
      db.write(() => {
        // Stringified and read back, so that what is taken away is gone.
        const after = JSON.stringify({ ...read(account, product), ...marks })
        const { pk, sk } = noteMarksKey(account, product)
        upsert.run(pk, sk, after)
        return JSON.parse(after) as NoteMarks
      }),
  }
}
