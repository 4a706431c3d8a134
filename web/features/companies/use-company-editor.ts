/** The draft of a company. */
import { useCallback, useEffect, useRef } from 'react'
import { load } from '../../../shared/calls/bml/company/load.ts'
import { save } from '../../../shared/calls/bml/company/save.ts'
import { type Issue, isCallError } from '../../../shared/errors.ts'
import type { CompanyData, CompanyView } from '../../../shared/model/company.ts'
import { type CompanyFacts, isoOfCountries } from '../../../shared/rules/company.ts'
import { callApi } from '../../api/client.ts'
import { useReference } from '../../api/reference.ts'
import { useEntityEditor } from '../../frame/use-entity-editor.ts'
import { useTexts } from '../../texts/texts.ts'
import { type EntityEditor, useEdited } from '../../ui/entity-editor.ts'
import type { EditState } from '../../ui/save-draft.ts'
import { describePatch } from './model/changes.ts'
import { draftIssues, fieldOfPlace, isPlaceOfDraft, withoutEmptyRows } from './model/draft.ts'
import type { Words } from './model/titles.ts'
import { useFormats } from './use-formats.ts'
import { numberPath, useNumberTaken } from './use-number-taken.ts'

export type CompanyEditor = EntityEditor<CompanyData, CompanyView>
type State = EditState<CompanyData>

export function useCompanyEditor(input: {
  view: CompanyView
  account: string
  words: Words
  isEditable: boolean
  isEditing: boolean
  onSaved(view: CompanyView): void
  onRefused(): void
  onDeleted(view: CompanyView): void
  onDiscard(): void
}): CompanyEditor {
  const { view, words } = input
  const t = useTexts('companies')
  // What the search finds while somebody types comes behind the draft that it is about.
  const taken = useRef<readonly Issue[]>([])
  const formats = useFormats(input.isEditing)
  const { countries } = useReference()
  const facts = useRef<Pick<CompanyFacts, 'formats' | 'isoOf'>>({})
  const editor: CompanyEditor = useEntityEditor<CompanyData, CompanyView>({
    ...input,
    kind: 'company',
    draftKey: `company:${input.account}:${view.id}`,
    t,
    save: (change) => callApi(save, change, { quiet: true }),
    load: (id) => callApi(load, { id }, { quiet: true }),
    issues: useCallback(
      ({ draft, original }: State) => [
        ...draftIssues(draft, { ...facts.current, stored: [original] }),
        ...taken.current,
      ],
      [],
    ),
    toSave: ({ draft, original }) => withoutEmptyRows(draft, original),
    describe: (patch, { draft, original }) => describePatch(patch, [draft, original], words),
    fieldOf: fieldOfPlace,
    isTypedAt: isPlaceOfDraft,
    issuesOf,
    isKept,
    othersText: (others) => (others.some((o) => o.updatedBy !== input.account) ? t('save.others') : ''),
  })
  const number = useEdited(editor, ({ draft }) => draft.baseData.customerNumber ?? 0)
  const found = useNumberTaken(view, number)
  useEffect(() => {
    taken.current = found
    editor.recheck()
    if (found.length > 0) editor.touch(numberPath)
  }, [editor, found])
  useEffect(() => {
    facts.current = { ...(formats && { formats }), isoOf: isoOfCountries(countries) }
    editor.recheck()
  }, [editor, formats, countries])
  return editor
}

const isKept = (value: State): boolean =>
  typeof value.rev === 'number' &&
  typeof value.original?.baseData === 'object' &&
  typeof value.draft?.baseData === 'object'

/** Places that the server found wrong, in the company's data. */
function issuesOf(error: unknown): Issue[] {
  if (!isCallError(error)) return []
  if (error.code === 'duplicate' && error.details.path)
    return [{ path: error.details.path, expected: error.message, key: 'companyNumberTaken' }]
  return (error.details.issues ?? []).filter((i) =>
    /^\/(baseData|addresses|contactPersons)(\/|$)/.test(i.path),
  )
}
