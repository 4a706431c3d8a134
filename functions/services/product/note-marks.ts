/** What a person has read of a product's notes. */
import type { ReadNotesInput } from '../../../shared/calls/bml/product/readnotes.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import type { NoteMarks } from '../../../shared/rules/notes.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { resolveLinks } from '../../../shared/rules/resolution.ts'
import { productNotFound } from '../../domain/product/context.ts'
import { marksRefusal, marksSeen, marksToChange } from '../../domain/product/notes.ts'
import type { NoteMarksReader, NoteMarksStore } from '../../ports/note-marks.ts'
import { findProduct, type ReferenceReader, viewReference } from './open.ts'
import { type EntityReader, loadParents } from './parents.ts'

interface Ports {
  entities: EntityReader
  reference: ReferenceReader
  noteMarks: NoteMarksReader
}
interface Found {
  seen: ProductData
  stored: ProductData
  marks: NoteMarks
}

async function find({ entities, reference, noteMarks }: Ports, id: string, actor: Actor) {
  const known = await viewReference(reference)
  const [product, marks] = await Promise.all([
    findProduct(entities, id, actor, known),
    noteMarks.of(actor.account, [id]),
  ])
  if (isRefusal(product)) return product
  const { data } = product
  const parents = await loadParents(entities, [data])
  const seen = redactProduct(data, resolveLinks(data, parents), actor, known, { current: data, parents })
  if (!seen) return productNotFound(id)
  return { seen: seen.data, stored: data, marks: marks.get(id) ?? {} } satisfies Found
}

/** Which notes of a product the actor has read. Refuses: not_found. */
export async function noteMarksOf(ports: Ports, id: string, actor: Actor) {
  const found = await find(ports, id, actor)
  return isRefusal(found) ? found : { marks: marksSeen(found.seen, found.marks) }
}

/** Marks notes as read by the actor, or as unread again. Refuses: not_found, rule_violated where there would be too many. */
export async function markNotes(
  ports: Ports & { noteMarks: NoteMarksStore },
  input: ReadNotesInput,
  actor: Actor,
): Promise<{ marks: NoteMarks } | Refusal> {
  const found = await find(ports, input.id, actor)
  if (isRefusal(found)) return found
  const change = marksToChange(found.seen, found.stored, found.marks, input)
  const refused = marksRefusal(found.marks, change)
  if (refused) return refused
  const isChange = Object.keys(change).length > 0
  const marks = isChange ? await ports.noteMarks.change(actor.account, input.id, change) : found.marks
  return { marks: marksSeen(found.seen, marks) }
}
