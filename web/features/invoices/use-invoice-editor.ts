/** The draft of an invoice, as far as people change it. */
import { useCallback } from 'react'
import { load } from '../../../shared/calls/bml/invoice/load.ts'
import { updatefrompatch } from '../../../shared/calls/eav/entity/updatefrompatch.ts'
import { type Issue, isCallError } from '../../../shared/errors.ts'
import type { Invoice, InvoiceView } from '../../../shared/model/invoice.ts'
import { callApi } from '../../api/client.ts'
import { useEntityEditor } from '../../frame/use-entity-editor.ts'
import { useTexts } from '../../texts/texts.ts'
import { changesetOf, shortTitles } from '../../ui/changeset.ts'
import type { EntityEditor } from '../../ui/entity-editor.ts'
import type { EditState } from '../../ui/save-draft.ts'
import { draftIssues, fieldOfPlace, withoutEmptyEntries } from './model/draft.ts'

export type InvoiceEditor = EntityEditor<Invoice, InvoiceView>

export function useInvoiceEditor(input: {
  view: InvoiceView
  account: string
  isEditable: boolean
  placeTitle(path: string): string
  onSaved(view: InvoiceView): void
  onRefused(): void
  onDeleted(view: InvoiceView): void
}): InvoiceEditor {
  const t = useTexts('invoices')
  return useEntityEditor<Invoice, InvoiceView>({
    ...input,
    kind: 'invoice',
    draftKey: `invoice:${input.account}:${input.view.id}`,
    t,
    // What it comes to with the change is the server's to say.
    save: async (change) => {
      await callApi(updatefrompatch, { ...change, mode: 'patch' }, { quiet: true })
      return callApi(load, { id: change.id }, { quiet: true })
    },
    load: (id) => callApi(load, { id }, { quiet: true }),
    issues: useCallback((state: EditState<Invoice>) => draftIssues(state.draft), []),
    toSave: ({ draft, original }) => withoutEmptyEntries(draft, original),
    describe: (patch) => changesetOf(patch, shortTitles(patch.map(({ path }) => input.placeTitle(path)))),
    fieldOf: fieldOfPlace,
    issuesOf,
    isKept: (value) => typeof value.rev === 'number' && Array.isArray(value.draft?.sums),
    othersText: (others) => (others.some((o) => o.updatedBy !== input.account) ? t('save.others') : ''),
  })
}

const issuesOf = (error: unknown): Issue[] => (isCallError(error) ? (error.details.issues ?? []) : [])
