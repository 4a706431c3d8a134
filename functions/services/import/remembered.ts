import type { Outcome } from '../../domain/import/job.ts'
import type { Memory } from '../../domain/import/merge.ts'
import type { Note } from '../../domain/import/notes.ts'
import type { ImportMemory, RegisterThing } from '../../ports/import-memory.ts'

/** What is kept of a thing between imports. */
export interface Remembered extends Memory {
  /** The job that wrote it, and what that did: a unit that comes again answers the same. */
  job: string
  outcome: Outcome
  /** Of an older Inputlist: sentences alone. */
  notes?: readonly (Note | string)[]
}

/** What the last import wrote of a thing; undefined of one that no register has told of. */
export const rememberedOf = async (
  importMemory: Pick<ImportMemory, 'get'>,
  thing: RegisterThing,
): Promise<Remembered | undefined> => (await importMemory.get(thing)) as Remembered | undefined
