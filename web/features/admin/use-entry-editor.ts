/** The draft of an entry of administration data; a new one is stored by its first save. */
import { useCallback, useRef } from 'react'
import { create } from '../../../shared/calls/eav/entity/create.ts'
import { get } from '../../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../../shared/calls/eav/entity/updatefrompatch.ts'
import { type Issue, isCallError } from '../../../shared/errors.ts'
import type { Changeset, Entity, JsonPatch } from '../../../shared/model/entity.ts'
import { applyJsonPatch } from '../../../shared/rules/json-patch.ts'
import { callApi } from '../../api/client.ts'
import { useEntityEditor } from '../../frame/use-entity-editor.ts'
import { useTexts } from '../../texts/texts.ts'
import { changesetOf } from '../../ui/changeset.ts'
import type { EntityEditor } from '../../ui/entity-editor.ts'
import { pointerParts } from '../../ui/json-at.ts'
import type { EditState } from '../../ui/save-draft.ts'
import type { ClassDescription } from './model/description.ts'
import { type Data, draftIssues } from './model/draft.ts'
import type { AdminWords } from './use-admin-words.ts'

export type EntryEditor = EntityEditor<Data, Entity>

/** What has not been stored yet. */
export const isNew = ({ rev }: Entity): boolean => rev === 0

export function useEntryEditor(input: {
  view: Entity
  account: string
  description: ClassDescription
  words: AdminWords
  isEditable: boolean
  onSaved(entity: Entity): void
  onRefused(): void
  onDeleted(entity: Entity): void
}): EntryEditor {
  const { view, description, words } = input
  const { entityclass, part, ownForm } = description
  const t = useTexts('admin')
  /** The same request again makes no second entry. */
  const key = useRef('')
  const save = async (change: { id: string; rev: number; patch: JsonPatch; changeset?: Changeset }) => {
    if (!isNew(view)) return callApi(updatefrompatch, { ...change, mode: 'patch' }, { quiet: true })
    const made = applyJsonPatch(view.data, change.patch)
    const data = made.ok ? made.document : view.data
    const asked = JSON.stringify(data)
    if (!key.current.endsWith(asked)) key.current = `${crypto.randomUUID()} ${asked}`
    return callApi(create, { entityclass, data }, { quiet: true, idempotencyKey: key.current.slice(0, 36) })
  }
  return useEntityEditor<Data, Entity>({
    ...input,
    kind: entityclass,
    draftKey: `${part ?? entityclass}:${input.account}:${view.id}`,
    t,
    save,
    load: (id) => callApi(get, { id }, { quiet: true }),
    issues: useCallback(
      ({ draft, original }: EditState<Data>) => draftIssues(description, draft, original),
      [description],
    ),
    describe: (patch) => changesetOf(patch, words.titleOfPaths(patch.map(({ path }) => path))),
    fieldOf: (path) => ownForm?.fieldOf(path) ?? path[0] ?? '',
    ...(ownForm && { isTypedAt: ownForm.isTypedAt }),
    issuesOf: useCallback((error: unknown) => issuesOf(error, description), [description]),
    isKept,
    othersText: (others) => (others.some((o) => o.updatedBy !== input.account) ? t('save.others') : ''),
    // A form of its own is a page; the usual one lies in the drawer.
    ...(!ownForm && { leaves }),
  })
}

const leaves = (from: URL, to: URL) =>
  from.pathname !== to.pathname ||
  ['drawer', 'entry'].some((one) => from.searchParams.get(one) !== to.searchParams.get(one))

const isKept = (value: EditState<Data>): boolean =>
  typeof value.rev === 'number' && typeof value.original === 'object' && typeof value.draft === 'object'

/** Places that the server found wrong, by their fields. A new entry's stand below `/data`. */
function issuesOf(error: unknown, { ownForm }: ClassDescription): Issue[] {
  if (!isCallError(error)) return []
  const { issues = [], path, key } = error.details
  const found =
    error.code === 'duplicate' && path && issues.length === 0
      ? [{ path, expected: error.message, key: key ?? 'duplicate' }]
      : issues
  return found.map((issue) => {
    const parts = pointerParts(issue.path)
    const own = parts[0] === 'data' ? parts.slice(1) : parts
    return { ...issue, path: `/${ownForm?.fieldOf(own) ?? own[0] ?? ''}` }
  })
}
