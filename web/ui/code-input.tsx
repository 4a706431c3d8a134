/** A text field for a number with a check digit: it warns in words once it is left, and takes what is typed. */
import Input, { type InputProps } from '@cloudscape-design/components/input'
import { type RefCallback, useId, useState } from 'react'
import { type CodeKind, codeProblem } from '../../shared/rules/check-digit.ts'
import { useTexts } from '../texts/texts.ts'
import type { Focusable } from './field-places.ts'

export function CodeInput({
  code,
  focusRef,
  onBlur,
  ...input
}: Omit<InputProps, 'warning' | 'onFocus'> & {
  code: CodeKind
  focusRef?: RefCallback<Focusable> | undefined
}) {
  const ui = useTexts('ui')
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  const problem = isTyping ? undefined : codeProblem(code, input.value)
  return (
    <>
      <Input
        {...input}
        {...(focusRef && { ref: focusRef })}
        warning={problem !== undefined && !input.invalid}
        {...(problem && { ariaDescribedby: id })}
        onFocus={() => setTyping(true)}
        onBlur={(event) => {
          setTyping(false)
          onBlur?.(event)
        }}
      />
      <div role="status" id={id} className="il-field-warning">
        {problem && ui(problem === 'form' ? `code.form.${code}` : 'code.checkDigit')}
      </div>
    </>
  )
}
