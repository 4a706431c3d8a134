/** Texts that belong together, each with its title: the lines of an address. The field's title is said before that of each. */
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import type { ControlProps } from '../../../ui/control-props.ts'
import type { FieldDescription } from '../model/description.ts'
import type { Data } from '../model/draft.ts'
import type { AdminWords } from '../use-admin-words.ts'

interface Props extends ControlProps {
  field: FieldDescription & { kind: 'group' }
  value: unknown
  words: AdminWords
  onChange(value: Data): void
}

export function GroupControl({ field, value, words, focusRef, disabled, invalid, onChange }: Props) {
  const group = (value ?? {}) as Data
  /** A cleared text leaves no trace. */
  const type = (key: string, text: string) => {
    const { [key]: _, ...others } = group
    onChange(text.trim() === '' ? others : { ...group, [key]: text })
  }
  return (
    <div className="admin-group">
      {field.texts.map(({ key, isShort }, n) => (
        <div key={key} data-short={isShort ? '' : undefined}>
          <FormField stretch label={words.fieldTitle(key)}>
            <Input
              {...(n === 0 && focusRef && { ref: focusRef })}
              value={String(group[key] ?? '')}
              disabled={disabled ?? false}
              invalid={invalid ?? false}
              onChange={({ detail }) => type(key, detail.value)}
            />
          </FormField>
        </div>
      ))}
    </div>
  )
}
