import { chunksOf } from '../../../shared/chunks.ts'
import { tooManyMarks } from '../../../shared/errors.ts'
import type { NoteMarks } from '../../../shared/rules/notes.ts'
import type { NoteMarksStore } from '../../ports/note-marks.ts'
import { noteMarksKey } from '../common/entity-rows.ts'
import type { Dynamo, Item } from './dynamo.ts'

/** An attribute for each note: two who mark at once, one person in two windows too, change nothing of each other. */
const prefix = 'n#'
/** An update takes an expression of 4 kB with 300 operators at most. */
const perUpdate = 100

const isTooLarge = (error: unknown) =>
  error instanceof Error && error.name === 'ValidationException' && /item size/i.test(error.message)

const marksOf = (item: Item): NoteMarks =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, state]) => [name.slice(prefix.length), String(state)]),
  )

export function createNoteMarks(dynamo: Dynamo): NoteMarksStore {
  return {
    async of(account, products) {
      const byKey = new Map(products.map((product) => [noteMarksKey(account, product).pk, product]))
      const items = await dynamo.getMany([...byKey.values()].map((product) => noteMarksKey(account, product)))
      const found = items.map((item) => [byKey.get(item.pk)!, marksOf(item)] as const)
      return new Map(found.filter(([, marks]) => Object.keys(marks).length > 0))
    },
    async change(account, product, marks) {
      let item: Item | undefined
      for (const part of chunksOf(Object.entries(marks), perUpdate)) {
        const placed = part.map(([note, state], i) => ({ note, state, i }))
        const set = placed.filter(({ state }) => state !== undefined)
        const removed = placed.filter(({ state }) => state === undefined)
        const update = dynamo.update({
          Key: noteMarksKey(account, product),
          UpdateExpression: [
            ...(set.length > 0 ? [`SET ${set.map(({ i }) => `#${i} = :${i}`).join(', ')}`] : []),
            ...(removed.length > 0 ? [`REMOVE ${removed.map(({ i }) => `#${i}`).join(', ')}`] : []),
          ].join(' '),
          ExpressionAttributeNames: Object.fromEntries(placed.map(({ note, i }) => [`#${i}`, prefix + note])),
          ...(set.length > 0 && {
            ExpressionAttributeValues: Object.fromEntries(set.map(({ state, i }) => [`:${i}`, state])),
          }),
        })
        item = await update.catch((error: unknown) => {
          throw isTooLarge(error) ? tooManyMarks(error) : error
        })
      }
      return item ? marksOf(item) : ((await this.of(account, [product])).get(product) ?? {})
    },
  }
}
