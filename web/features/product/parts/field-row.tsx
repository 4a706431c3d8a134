import Button from '@cloudscape-design/components/button'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { changeSource, effective, isEmptyValue, possibleSources, setValue, stored } from '../model/draft.ts'
import { emptyFor } from '../model/empty.ts'
import type { Definition } from '../model/fields.ts'
import { useProductPage } from '../page-context.ts'
import { FieldControl } from './field-control.tsx'
import { FieldReader } from './field-reader.tsx'
import { SourceBadge } from './source-badge.tsx'
import { SourceDialog } from './source-dialog.tsx'

interface Props {
  /** Key in the list: a field path or `_category`. */
  fieldKey: string
  title: string
  isMandatory: boolean
  description?: string
  isWide?: boolean
  isEditing: boolean
  /** Shows the value. */
  reader(value: unknown): ReactNode
  /** Edits the direct value. */
  control(value: unknown, onChange: (value: unknown) => void, invalid: boolean): ReactNode
}

/** Title, source and value of one field, in the same place for reading and editing, so that nothing jumps. */
export function FieldRow({
  fieldKey,
  title,
  isMandatory,
  description,
  isWide,
  isEditing,
  reader,
  control,
}: Props) {
  const t = useTexts('product')
  const { view, draft, list, editor, isEditable, lookup } = useProductPage()
  const [isSwitching, setSwitching] = useState(false)
  const id = useId()
  const now = effective(view, draft, list, fieldKey)
  const hasSources = possibleSources(draft, list).length > 1 || now.source !== 'direct'
  const path = `/listData/${list}/${fieldKey}`
  const [isTouched, setTouched] = useState(false)
  const problem = isTouched || editor.showsAll ? editor.problems.get(path) : undefined
  const isOwn = now.source === 'direct'
  const set = (value: unknown) => {
    setTouched(true)
    // A field that was never filled and is emptied again is as it was.
    const isBack = isEmptyValue(value) && stored(editor.original, list, fieldKey) === undefined
    editor.change((d) => setValue(d, list, fieldKey, isBack ? undefined : value))
  }
  const makeOwn = () =>
    editor.change((d) => changeSource(view, d, list, fieldKey, 'direct', emptyFor(fieldKey, lookup)).data)
  return (
    <fieldset
      className="product-field"
      data-source={now.source}
      data-wide={isWide ? '' : undefined}
      data-key={fieldKey}
      aria-labelledby={isEditing && isOwn ? undefined : id}
    >
      <div className="product-field-head">
        <span id={id} className="product-field-title">
          {title}
          {isMandatory && (
            <span className="product-mandatory" title={t('mandatory')}>
              *
            </span>
          )}
        </span>
        {hasSources && (
          <SourceBadge
            title={title}
            effective={now}
            onSwitch={isEditable ? () => setSwitching(true) : undefined}
          />
        )}
      </div>
      {isEditing && description && <div className="product-field-hint">{description}</div>}
      <div className="product-field-value">
        {isEditing && isOwn ? (
          control(now.value, set, problem !== undefined)
        ) : (
          <div className="product-read">{reader(now.value)}</div>
        )}
        {isEditing && !isOwn && (
          <Button
            variant="inline-link"
            iconName="edit"
            onClick={makeOwn}
            ariaLabel={t('source.ownFor', { title })}
          >
            {t('source.verb.direct')}
          </Button>
        )}
      </div>
      {problem && (
        <div role="alert" className="il-field-error">
          {problem}
        </div>
      )}
      {isSwitching && <SourceDialog fieldKey={fieldKey} title={title} onClose={() => setSwitching(false)} />}
    </fieldset>
  )
}

/** A field by its definition. */
export function DefinedField({ definition, isEditing }: { definition: Definition; isEditing: boolean }) {
  const { lookup } = useProductPage()
  const title = lookup.title(definition.title)
  return (
    <FieldRow
      fieldKey={definition.path}
      title={title}
      isMandatory={definition.mandatory}
      description={definition.description && lookup.text(definition.description)}
      isWide={definition.type === 'table' || definition.type === 'multitext'}
      isEditing={isEditing}
      reader={(value) => <FieldReader definition={definition} title={title} value={value} />}
      control={(value, onChange, invalid) => (
        <FieldControl
          definition={definition}
          title={title}
          value={value}
          onChange={onChange}
          invalid={invalid}
        />
      )}
    />
  )
}
