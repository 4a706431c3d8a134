/** Rows of an entry: options of a field or of a checklist entry, in the order in which they stand. */
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import Select from '@cloudscape-design/components/select'
import { useRef } from 'react'
import type { Localized } from '../../../../shared/model/basics.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import type { Focusable } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { LocalizedInput, useTitle } from '../../../ui/localized.tsx'
import type { FieldDescription } from '../model/description.ts'
import type { Data } from '../model/draft.ts'
import type { AdminWords } from '../use-admin-words.ts'
import type { EntryEditor } from '../use-entry-editor.ts'

type RowsField = Extract<FieldDescription, { kind: 'rows' }>
interface Props {
  field: RowsField
  value: unknown
  words: AdminWords
  editor: EntryEditor
  isDisabled: boolean
  onChange(rows: readonly Data[]): void
}

const rowsOf = (value: unknown): readonly Data[] => (Array.isArray(value) ? (value as Data[]) : [])

/** The row with another one's place. */
function moved(rows: readonly Data[], from: number, to: number): readonly Data[] {
  const rest = rows.toSpliced(from, 1)
  return rest.toSpliced(to, 0, rows[from]!)
}

export function RowsControl({ field, value, words, editor, isDisabled, onChange }: Props) {
  const { t } = words
  const title = useTitle()
  const focusNext = useFocusNext()
  const rows = rowsOf(value)
  const nameOf = (row: Data, n: number) => {
    const texts = row['title'] as Localized | undefined
    return Object.values(texts ?? {}).some((text) => text.trim())
      ? title(texts)
      : t('rows.row', { n: String(n + 1) })
  }
  /** The first control of each row, by its place. */
  const firsts = useRef(new Map<number, Focusable>())
  const adder = useRef<ButtonProps.Ref>(null)
  /** Where no row is left, to what adds one. */
  const focusRow = (n: number) => focusNext(() => (firsts.current.get(n) ?? adder.current)?.focus())
  /** What stands where is their order: rows that keep it have it anew. */
  const set = (next: readonly Data[]) =>
    onChange(field.sorting ? next.map((row, at) => ({ ...row, [field.sorting ?? '']: at })) : next)
  const change = (n: number, key: string, to: unknown) =>
    set(rows.map((row, at) => (at === n ? { ...row, [key]: to } : row)))
  const act = (n: number, verb: 'up' | 'down' | 'remove', run: () => void) => (
    <Button
      variant="icon"
      iconName={verb === 'remove' ? 'remove' : verb === 'up' ? 'angle-up' : 'angle-down'}
      ariaLabel={t(`rows.${verb}`, { name: nameOf(rows[n]!, n) })}
      disabled={isDisabled || (verb === 'up' && n === 0) || (verb === 'down' && n === rows.length - 1)}
      onClick={run}
    />
  )
  return (
    <div className="admin-rows">
      <ol>
        {rows.map((row, n) => (
          <li key={String(row['id'] ?? n)} aria-label={nameOf(row, n)}>
            <LocalizedInput
              ariaLabel={`${words.fieldTitle(field.key)}, ${n + 1}`}
              focusRef={(first) => {
                if (first) firsts.current.set(n, first)
                else firsts.current.delete(n)
              }}
              value={row['title'] as Localized | undefined}
              disabled={isDisabled}
              onChange={(next) => change(n, 'title', next)}
            />
            <div className="admin-row-more">
              {field.checks.map((key) => (
                <Checkbox
                  key={key}
                  checked={row[key] === true}
                  disabled={isDisabled}
                  onChange={({ detail }) => change(n, key, detail.checked)}
                >
                  {words.fieldTitle(key)}
                </Checkbox>
              ))}
              {field.groupsOf && (
                <GroupChoice
                  groups={field.groupsOf}
                  row={row}
                  words={words}
                  editor={editor}
                  isDisabled={isDisabled}
                  onChange={(group) => change(n, 'group', group)}
                />
              )}
              <span className="admin-row-acts">
                {act(n, 'up', () => {
                  set(moved(rows, n, n - 1))
                  focusRow(n - 1)
                })}
                {act(n, 'down', () => {
                  set(moved(rows, n, n + 1))
                  focusRow(n + 1)
                })}
                {act(n, 'remove', () => {
                  set(rows.toSpliced(n, 1))
                  focusRow(Math.max(0, n - 1))
                })}
              </span>
            </div>
          </li>
        ))}
      </ol>
      <Button
        ref={adder}
        iconName="add-plus"
        disabled={isDisabled}
        onClick={() => {
          set([...rows, { ...field.preset, id: crypto.randomUUID(), title: {} }])
          focusRow(rows.length)
        }}
      >
        {t('rows.add')}
      </Button>
    </div>
  )
}

/** The group of an option: one of those that the same entry has. */
function GroupChoice({
  groups,
  row,
  words,
  editor,
  isDisabled,
  onChange,
}: {
  groups: string
  row: Data
  words: AdminWords
  editor: EntryEditor
  isDisabled: boolean
  onChange(group: string | undefined): void
}) {
  const ui = useTexts('ui')
  const title = useTitle()
  const known = rowsOf(useEdited(editor, ({ draft }) => draft[groups]))
  if (known.length === 0 && !row['group']) return null
  const options = [
    { value: '', label: words.t('none') },
    ...known.map((one) => ({ value: String(one['id']), label: title(one['title'] as Localized) })),
  ]
  const chosen = String(row['group'] ?? '')
  return (
    <Select
      ariaLabel={words.fieldTitle('group')}
      options={options}
      selectedOption={options.find(({ value }) => value === chosen) ?? { value: chosen, label: chosen }}
      filteringAriaLabel={ui('select.search')}
      disabled={isDisabled}
      expandToViewport
      onChange={({ detail }) => onChange(detail.selectedOption.value || undefined)}
    />
  )
}
