/** A step of signing in, or of changing how: some fields, one button, a way back. What is missing is said at its field. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'

export interface AskField {
  key: string
  label: string
  autoComplete: 'username' | 'one-time-code' | 'current-password' | 'new-password'
  /** Said if nothing is typed. */
  missing: string
  constraint?: string
  /** What stands there at first. */
  value?: string
}
export type Values = Record<string, string>

const kinds = {
  username: { type: 'email', inputMode: 'email' },
  'one-time-code': { type: 'text', inputMode: 'numeric' },
  'current-password': { type: 'password' },
  'new-password': { type: 'password' },
} as const satisfies Record<AskField['autoComplete'], Partial<InputProps>>

export function AskForm(props: {
  /** Absent where the form stands under a heading already. */
  title?: string
  text?: ReactNode
  fields: AskField[]
  submit: string
  /** Finds what is wrong before anything is sent. */
  check?(values: Values): { key: string; text: string } | undefined
  /** Gives a sentence for the person if it did not work. */
  onSubmit(values: Values): Promise<string | undefined>
  back?: string
  onBack?: () => void
  /** False where the form is one thing among others. */
  hasFocus?: boolean
}) {
  const { fields } = props
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map(({ key, value = '' }) => [key, value])),
  )
  const [wrong, setWrong] = useState<{ key: string; text: string }>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const inputs = useRef(new Map<string, InputProps.Ref | null>())
  const first = fields.find(({ value }) => !value)?.key

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const empty = fields.find(({ key }) => values[key]?.trim() === '')
    const found = empty ? { key: empty.key, text: empty.missing } : props.check?.(values)
    setWrong(found)
    setProblem(undefined)
    if (found) return inputs.current.get(found.key)?.focus()
    setIsBusy(true)
    const said = await props.onSubmit(values)
    setProblem(said)
    setIsBusy(false)
    if (said && first) inputs.current.get(first)?.focus()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="il-outside-form">
      <SpaceBetween size="l">
        {(props.title || props.text) && (
          <div>
            {props.title && <h2>{props.title}</h2>}
            {props.text}
          </div>
        )}
        {problem && <Alert type="error">{problem}</Alert>}
        {fields.map(({ key, label, autoComplete, constraint }) => (
          <FormField
            key={key}
            label={label}
            constraintText={constraint}
            errorText={wrong?.key === key ? wrong.text : undefined}
          >
            <Input
              ref={(input) => {
                inputs.current.set(key, input)
              }}
              {...kinds[autoComplete]}
              name={key}
              autoComplete={autoComplete}
              autoFocus={props.hasFocus !== false && key === first}
              value={values[key] ?? ''}
              onChange={({ detail }) => setValues((now) => ({ ...now, [key]: detail.value }))}
            />
          </FormField>
        ))}
        <Button variant="primary" fullWidth loading={isBusy}>
          {props.submit}
        </Button>
        {props.onBack && (
          <Button variant="inline-link" formAction="none" onClick={props.onBack}>
            {props.back}
          </Button>
        )}
      </SpaceBetween>
    </form>
  )
}
