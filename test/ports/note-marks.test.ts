import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createNoteMarks } from '../../functions/adapters/embedded/note-marks.ts'
import { openEmbeddedStore } from './embedded.ts'
import { noteMarksContract } from './note-marks.suite.ts'

noteMarksContract('node:sqlite', async () => {
  const t = await openEmbeddedStore()
  const second = openDatabase(t.folder)
  return {
    marks: createNoteMarks(t.db),
    other: createNoteMarks(second),
    store: t.store,
    async close() {
      await second.close()
      await t.close()
    },
  }
})
