import Button from '@cloudscape-design/components/button'
import { memo, type ReactNode, useContext, useId, useMemo, useState } from 'react'
import { isLinkable } from '../../../../shared/rules/resolution.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { FieldPlacesContext, useFieldPlace } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { useLastChange } from '../last-changes.ts'
import type { ControlProps } from '../model/control.ts'
import { baseList, changeSource, isEmptyValue, possibleSources, setValue, stored } from '../model/draft.ts'
import { emptyFor } from '../model/empty.ts'
import type { Definition } from '../model/fields.ts'
import { definitionIn, fixedField } from '../model/fixed-fields.ts'
import { useDraftPart, useEffective, useProductPage } from '../page-context.ts'
import { useProblem } from '../use-problems.ts'
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
  control(to: Pick<ControlProps, 'path' | 'value' | 'onChange' | 'invalid' | 'focusRef'>): ReactNode
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
  const { view, list, editor, isEditable, lookup } = useProductPage()
  const [isSwitching, setSwitching] = useState(false)
  const id = useId()
  const now = useEffective(fieldKey)
  const isOwn = now.source === 'direct'
  const isSwitchable = useDraftPart((draft) => possibleSources(draft, list).length > 1)
  const hasChoice = useDraftPart((draft) => possibleSources(draft, list).length > 2)
  // The exception is marked, not the rule: lists follow the base data, and the base list has nothing to be told apart from.
  // While editing, a sign without a word is the way to another source where nothing else is.
  const canLink = isLinkable(fieldKey)
  const isMarked = canLink && list !== baseList && now.source !== 'basis'
  const isQuiet = canLink && isEditing && !isMarked && (isOwn ? isSwitchable : hasChoice)
  const path = `/listData/${list}/${fieldKey}`
  const problem = useProblem(path)
  const lastChange = useLastChange(fieldKey, now)
  const places = useContext(FieldPlacesContext)
  const { place, control: focusRef } = useFieldPlace(path)
  const set = (value: unknown) => {
    editor.touch(path)
    // A field that was never filled and is emptied again is as it was.
    const isBack = isEmptyValue(value) && stored(editor.state.get().original, list, fieldKey) === undefined
    editor.change((d) => setValue(d, list, fieldKey, isBack ? undefined : value))
  }
  // The button that was pressed is gone: the focus goes on to the control in its place.
  const focusNext = useFocusNext()
  const makeOwn = () => {
    focusNext(() => places?.focusFirst([path]))
    editor.change((d) => changeSource(view, d, list, fieldKey, 'direct', emptyFor(fieldKey, lookup)).data)
  }
  return (
    <fieldset
      ref={place}
      className="product-field"
      data-source={now.source}
      data-wide={isWide ? '' : undefined}
      data-key={fieldKey}
      aria-labelledby={isEditing && isOwn ? undefined : id}
    >
      <div className="product-field-head">
        <span id={id} className="product-field-title">
          {title}
          {isMandatory && isEditing && (
            <span className="product-mandatory" title={t('mandatory')}>
              *
            </span>
          )}
        </span>
        {(isMarked || isQuiet) && (
          <SourceBadge
            title={title}
            effective={now}
            isQuiet={isQuiet}
            onSwitch={isEditable ? () => setSwitching(true) : undefined}
          />
        )}
      </div>
      {isEditing && description && <div className="product-field-hint">{description}</div>}
      <div className="product-field-value">
        {isEditing && isOwn ? (
          control({ path, value: now.value, onChange: set, invalid: problem !== undefined, focusRef })
        ) : (
          <div className="product-read">{reader(now.value)}</div>
        )}
        {isEditing && !isOwn && (
          <Button
            ref={focusRef}
            variant="inline-link"
            iconName="edit"
            onClick={makeOwn}
            ariaLabel={t('source.ownFor', { title })}
          >
            {t('source.verb.direct')}
          </Button>
        )}
      </div>
      {lastChange && <div className="product-field-change">{lastChange}</div>}
      <FieldError text={problem} />
      {isSwitching && (
        <SourceDialog
          fieldKey={fieldKey}
          title={title}
          onDone={() => {
            editor.setUnread(path, undefined)
            if (isEditing) focusNext(() => places?.focusFirst([path]))
          }}
          onClose={() => setSwitching(false)}
        />
      )}
    </fieldset>
  )
}

/** A field by its definition. */
export const DefinedField = memo(function DefinedField({
  definition,
  isEditing,
}: {
  definition: Definition
  isEditing: boolean
}) {
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
      control={(to) => <FieldControl definition={definition} title={title} {...to} />}
    />
  )
})

/** A key that every product has, drawn like a field. */
export const FixedField = memo(function FixedField({
  fieldKey,
  isEditing,
}: {
  fieldKey: string
  isEditing: boolean
}) {
  const t = useTexts('product')
  const { lookup } = useProductPage()
  const field = fixedField(fieldKey)
  const definition = useMemo(() => field && definitionIn(field, lookup), [field, lookup])
  if (!field || !definition) return null
  const { read, write } = field
  const title = t(`key.${fieldKey}`)
  return (
    <FieldRow
      fieldKey={fieldKey}
      title={title}
      isMandatory={false}
      isWide={definition.type === 'multitext'}
      isEditing={isEditing}
      reader={(value) => <FieldReader definition={definition} title={title} value={read(value)} />}
      control={({ value, onChange, ...to }) => (
        <FieldControl
          definition={definition}
          title={title}
          value={read(value)}
          onChange={(next) => onChange(write(next))}
          {...to}
        />
      )}
    />
  )
})
