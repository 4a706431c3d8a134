/** Keeps something under a name, and says whom it is shown to; or changes these two of what is kept. */
import Checkbox from '@cloudscape-design/components/checkbox'
import { type ReactNode, useState } from 'react'
import { create } from '../../../../shared/calls/eav/entity/create.ts'
import { updatefrompatch } from '../../../../shared/calls/eav/entity/updatefrompatch.ts'
import { type EntityOf, isOfClass } from '../../../../shared/model/entity-data.ts'
import { toPatch } from '../../../../shared/rules/merge.ts'
import type { KeptClass } from '../../../api/kept.ts'
import { useSend } from '../../../api/use-call.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { copyTitle, useKeptFields } from './kept-fields.tsx'

interface SaveKeptProps<C extends KeptClass> {
  /** Of the dialog. */
  title: string
  entityclass: C
  /** What is kept, besides its name and audience. */
  content: object
  /** What it began as. */
  saved: EntityOf<C> | undefined
  /** `saved` may be written over. */
  mayReplace: boolean
  /** `saved` has no name of its own yet. */
  isUnnamed?: boolean
  /** Only its name and whom it is shown to are changed. */
  isOfName?: boolean
  /** What the choice to keep another one is called. */
  asNew: string
  institutions: readonly { value: string; label: string }[]
  onSaved(entity: EntityOf<C>): void
  onClose(): void
  children?: ReactNode
}
export function SaveKeptDialog<C extends KeptClass>(props: SaveKeptProps<C>) {
  const { entityclass, content, saved, mayReplace, isOfName } = props
  const t = useTexts('search')
  const errorText = useErrorText()
  const kept = useKeptFields(
    {
      title:
        saved && !mayReplace && !props.isUnnamed
          ? copyTitle(t('save.copyOf', { title: saved.data.title }))
          : (saved?.data.title ?? ''),
      of: mayReplace ? saved?.data : undefined,
    },
    props.institutions,
  )
  const [isNew, setNew] = useState(false)
  const [error, setError] = useState<unknown>()
  const making = useSend(create, { quiet: true })
  const changing = useSend(updatefrompatch, { quiet: true })
  const replaced = mayReplace && !isNew ? saved : undefined
  const save = async () => {
    const data = { ...kept.data, ...content }
    try {
      const written = replaced
        ? await changing.send({ id: replaced.id, rev: replaced.rev, patch: toPatch(replaced.data, data) })
        : await making.send({ entityclass, data })
      if (isOfClass(entityclass, written)) props.onSaved(written)
    } catch (cause) {
      setError(cause)
    }
  }
  return (
    <VerbDialog
      title={isOfName ? t('save.details') : props.title}
      verb={replaced && !isOfName ? t('save.replace') : t('save.verb')}
      isBusy={making.isSending || changing.isSending}
      isBlocked={kept.isIncomplete}
      onVerb={() => void save()}
      onClose={props.onClose}
    >
      {kept.fields}
      {props.children}
      {mayReplace && !isOfName && (
        <Checkbox checked={isNew} onChange={({ detail }) => setNew(detail.checked)}>
          {props.asNew}
        </Checkbox>
      )}
      <FieldError text={error === undefined ? undefined : errorText(error)} />
    </VerbDialog>
  )
}
