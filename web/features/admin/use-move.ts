/** Moves entries of a tree: writes what changes, tells it, and offers to take it back. */
import { useCallback } from 'react'
import { updatefrompatch } from '../../../shared/calls/eav/entity/updatefrompatch.ts'
import type { Entity, JsonPatch } from '../../../shared/model/entity.ts'
import { callApi } from '../../api/client.ts'
import { notify, showError } from '../../frame/notify.ts'
import { changesetOf } from '../../ui/changeset.ts'
import type { Move } from './model/tree.ts'
import type { AdminWords } from './use-admin-words.ts'

function patchOf({ parent, order }: Omit<Move, 'id'>, { data }: Entity): JsonPatch {
  const patch: JsonPatch = []
  if (data['parent'] !== parent)
    patch.push(
      parent === undefined
        ? { op: 'remove', path: '/parent' }
        : { op: 'add', path: '/parent', value: parent },
    )
  if (data['order'] !== order) patch.push({ op: 'add', path: '/order', value: order })
  return patch
}

export function useMove(
  words: AdminWords,
  input: {
    known: ReadonlyMap<string, Entity>
    onWritten(entity: Entity): Promise<unknown>
    refresh(): unknown
  },
) {
  const { known, onWritten, refresh } = input
  /** The entries as they stand after it; what could not be written is told, and the tree asked for anew. */
  const write = useCallback(
    async (moves: readonly Move[], from: ReadonlyMap<string, Entity>): Promise<Entity[] | undefined> => {
      const written: Entity[] = []
      try {
        for (const { id, ...to } of moves) {
          const entity = from.get(id)
          const patch = entity && patchOf(to, entity)
          if (!entity || !patch || patch.length === 0) continue
          const after = await callApi(
            updatefrompatch,
            {
              id,
              rev: entity.rev,
              mode: 'patch',
              patch,
              changeset: changesetOf(patch, words.titleOfPaths(patch.map(({ path }) => path))),
            },
            { quiet: true },
          )
          written.push(after)
          await onWritten(after)
        }
        return written
      } catch (error) {
        showError(error)
        refresh()
        return undefined
      }
    },
    [words, onWritten, refresh],
  )
  return useCallback(
    async (moves: readonly Move[]): Promise<boolean> => {
      const [first] = moves
      if (!first) return false
      const before = new Map(known)
      const written = await write(moves, before)
      if (!written) return false
      const name = words.name(before.get(first.id)?.data ?? {})
      const back = written.map(({ id }): Move => {
        const data = before.get(id)?.data
        return { id, parent: data?.['parent'] as string | undefined, order: Number(data?.['order'] ?? 0) }
      })
      const noticeId = `move:${first.id}`
      notify.success({
        id: noticeId,
        text: words.t('move.done', { name }),
        action: {
          label: words.t('move.undo'),
          run: () =>
            void write(back, new Map(written.map((one) => [one.id, one]))).then(
              (done) => done && notify.info({ id: noticeId, text: words.t('move.undone', { name }) }),
            ),
        },
      })
      return true
    },
    [known, write, words],
  )
}
