/** A text field for a number with a check digit: it warns in words once it is left, and takes what is typed. */
import Input, { type InputProps } from '@cloudscape-design/components/input'
import { type RefCallback, useId, useState } from 'react'
import { type CodeKind, type CodeProblem, codeProblem } from '../../shared/rules/check-digit.ts'
import { useTexts } from '../texts/texts.ts'
import type { Focusable } from './field-places.ts'

export function CodeInput({
  code,
  focusRef,
  onBlur,
  ...input
}: Omit<InputProps, 'warning' | 'onFocus'> & {
  /** A kind of code, or what says what is wrong with one; what says so may come late. */
  code: CodeKind | ((text: string) => CodeProblem | undefined)
  focusRef?: RefCallback<Focusable> | undefined
}) {
  const ui = useTexts('ui')
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  const isKind = typeof code === 'string'
  const found = isKind ? codeProblem(code, input.value) : code(input.value)
  // What is wrong is said once: a form that is refused has its message.
  const problem = isTyping || input.invalid ? undefined : found
  return (
    <>
      <Input
        {...input}
        {...(focusRef && { ref: focusRef })}
        warning={problem !== undefined}
        {...(problem && { ariaDescribedby: id })}
        onFocus={() => setTyping(true)}
        onBlur={(event) => {
          setTyping(false)
          onBlur?.(event)
        }}
      />
      <div role="status" id={id} className="il-field-warning">
        {problem === 'checkDigit' && ui('code.checkDigit')}
        {problem === 'form' && isKind && ui(`code.form.${code}`)}
      </div>
    </>
  )
}
