/** Keeps a search under a name, and says whom it is shown to; or changes these two of one that is kept. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import RadioGroup from '@cloudscape-design/components/radio-group'
import { useState } from 'react'
import { create } from '../../../../shared/calls/eav/entity/create.ts'
import { updatefrompatch } from '../../../../shared/calls/eav/entity/updatefrompatch.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import type { SavedSearch } from '../../../../shared/model/search.ts'
import { toPatch } from '../../../../shared/rules/merge.ts'
import type { SavedSearchEntity } from '../../../api/saved-searches.ts'
import { useSend } from '../../../api/use-call.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { Choices } from '../../../ui/search-tree/value-control.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import type { OpenSearch } from './use-search.ts'

/** As long as a title may be. */
const maxTitle = 500
export const copyTitle = (title: string) => title.slice(0, maxTitle).replace(/[\ud800-\udbff]$/, '')

type Audience = 'me' | 'institutions' | 'all'
const audienceOf = (data: SavedSearch | undefined): Audience =>
  data?.isPublic ? 'all' : data?.visibleForInstitutions.length ? 'institutions' : 'me'

interface SaveDialogProps {
  search: OpenSearch
  /** The saved one may be written over. */
  mayReplace: boolean
  /** Only its name and whom it is shown to are changed. */
  isOfName?: boolean
  institutions: readonly { value: string; label: string }[]
  onSaved(entity: SavedSearchEntity): void
  onClose(): void
}
export function SaveDialog({
  search,
  mayReplace,
  isOfName,
  institutions,
  onSaved,
  onClose,
}: SaveDialogProps) {
  const t = useTexts('search')
  const errorText = useErrorText()
  const { saved } = search
  const [title, setTitle] = useState(
    // What has only an address has no name of its own yet.
    saved && !mayReplace && !saved.data.isTemporary
      ? copyTitle(t('save.copyOf', { title: saved.data.title }))
      : (saved?.data.title ?? ''),
  )
  const [folder, setFolder] = useState((mayReplace && saved?.data.folder) || '')
  const [audience, setAudience] = useState<Audience>(mayReplace ? audienceOf(saved?.data) : 'me')
  const [chosen, setChosen] = useState<string[]>((mayReplace && saved?.data.visibleForInstitutions) || [])
  const [isNew, setNew] = useState(false)
  const [error, setError] = useState<unknown>()
  const making = useSend(create, { quiet: true })
  const changing = useSend(updatefrompatch, { quiet: true })
  const replaced = mayReplace && !isNew ? saved : undefined
  const isIncomplete = title.trim() === '' || (audience === 'institutions' && chosen.length === 0)
  const save = async () => {
    const data = {
      title: title.trim(),
      tree: search.tree,
      isTemporary: false,
      isPublic: audience === 'all',
      visibleForInstitutions: audience === 'institutions' ? chosen : [],
      ...(folder.trim() && { folder: folder.trim() }),
      ...(search.inList && { inList: search.inList }),
    }
    try {
      const written = replaced
        ? await changing.send({ id: replaced.id, rev: replaced.rev, patch: toPatch(replaced.data, data) })
        : await making.send({ entityclass: 'savedsearch', data })
      onSaved(written as Entity as SavedSearchEntity)
    } catch (cause) {
      setError(cause)
    }
  }
  return (
    <VerbDialog
      title={isOfName ? t('save.details') : t('save.title')}
      verb={replaced && !isOfName ? t('save.replace') : t('save.verb')}
      isBusy={making.isSending || changing.isSending}
      isBlocked={isIncomplete}
      onVerb={() => void save()}
      onClose={onClose}
    >
      <FormField label={t('save.name')}>
        <Input value={title} onChange={({ detail }) => setTitle(detail.value)} />
      </FormField>
      <FormField label={t('save.folder')} description={t('save.folderText')}>
        <Input value={folder} onChange={({ detail }) => setFolder(detail.value)} />
      </FormField>
      <FormField label={t('save.audience')}>
        <RadioGroup
          value={audience}
          items={(['me', 'institutions', 'all'] as const).map((value) => ({
            value,
            label: t(`audience.${value}`),
          }))}
          onChange={({ detail }) => setAudience(detail.value as Audience)}
        />
      </FormField>
      {audience === 'institutions' && (
        <FormField label={t('save.institutions')}>
          <Choices
            label={t('save.institutions')}
            placeholder={t('choose')}
            options={institutions}
            values={chosen}
            onChange={setChosen}
          />
        </FormField>
      )}
      {mayReplace && !isOfName && (
        <Checkbox checked={isNew} onChange={({ detail }) => setNew(detail.checked)}>
          {t('save.asNew')}
        </Checkbox>
      )}
      <FieldError text={error === undefined ? undefined : errorText(error)} />
    </VerbDialog>
  )
}
