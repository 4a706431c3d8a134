/** Coordinates of an address: two numbers, which are the truth, and a map that shows the place. */
import FormField from '@cloudscape-design/components/form-field'
import { Suspense, useCallback } from 'react'
import { useIssue, useTyping } from '../../../ui/entity-editor.ts'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { pointerParts } from '../../../ui/json-at.ts'
import { latePart } from '../../../ui/late-part.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { useUnreadWords } from '../../../ui/typed-input.tsx'
import { typeValue, valueAt } from '../model/draft.ts'
import { type Coordinates, wholePair } from '../model/geo.ts'
import { type FieldContext, useDraftPart } from './draft-part.ts'

const GeoMap = latePart(() => import('./geo-map.tsx').then((m) => m.default))

/** `47.5, 8.2` in the reader's numbers, with a map of it. */
export function GeoMapOf({
  place,
  words,
  onChoose,
}: Pick<FieldContext, 'words'> & { place: Coordinates; onChoose?(place: Coordinates): void }) {
  const label = words.t('geo.map', { lat: words.number(place.lat), lon: words.number(place.lon) })
  return (
    <Suspense fallback={<div className="companies-map" />}>
      <GeoMap place={place} label={label} {...(onChoose && { onChoose })} />
    </Suspense>
  )
}

export function GeoField({ editor, words, pointer }: FieldContext & { pointer: string }) {
  const path = pointerParts(pointer)
  const pair = useDraftPart(editor, (draft) => valueAt(draft, path) as Partial<Coordinates> | undefined)
  const wrong = useIssue(editor, pointer)
  const { place, control } = useFieldPlace(pointer)
  const whole = wholePair(pair)
  const choose = useCallback(
    (next: Coordinates) => editor.change((draft) => typeValue(draft, pointerParts(pointer), next)),
    [editor, pointer],
  )
  return (
    <fieldset
      ref={place}
      aria-label={words.t('field.geocoords')}
      className="companies-control companies-geo"
      data-wide=""
      // Half of a pair is wrong once somebody is done with both.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) editor.touch(pointer)
      }}
    >
      {(['lat', 'lon'] as const).map((key) => (
        <Half
          key={key}
          editor={editor}
          words={words}
          pointer={`${pointer}/${key}`}
          isWrong={wrong !== undefined}
          {...(key === 'lat' && { focusRef: control })}
        />
      ))}
      {wrong && <div className="companies-geo-wrong">{words.t(`issue.${wrong.key ?? ''}`)}</div>}
      {whole && (
        <div className="companies-geo-map">
          <GeoMapOf place={whole} words={words} onChoose={choose} />
        </div>
      )}
    </fieldset>
  )
}

function Half({
  editor,
  words,
  pointer,
  isWrong,
  focusRef,
}: FieldContext & {
  pointer: string
  isWrong: boolean
  focusRef?: ReturnType<typeof useFieldPlace>['control']
}) {
  const path = pointerParts(pointer)
  const value = useDraftPart(editor, (draft) => valueAt(draft, path))
  const issue = useIssue(editor, pointer)
  const typing = useTyping(editor, pointer)
  const { place, control } = useFieldPlace(pointer)
  // The first of both is where the pair is gone to, too.
  const focus = useCallback(
    (input: Parameters<typeof control>[0]) => {
      control(input)
      focusRef?.(input)
    },
    [control, focusRef],
  )
  const unread = useUnreadWords()
  const label = words.t(`field.${path.at(-1)}`)
  return (
    <div ref={place}>
      <FormField stretch label={label} errorText={issue ? (unread(issue) ?? issue.expected) : ''}>
        <NumberField
          focusRef={focus}
          ariaLabel={label}
          value={typeof value === 'number' ? value : undefined}
          invalid={isWrong || issue !== undefined}
          typing={typing}
          onChange={(next) => editor.change((draft) => typeValue(draft, path, next))}
        />
      </FormField>
    </div>
  )
}
