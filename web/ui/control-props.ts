import type { RefCallback } from 'react'
import type { Focusable } from './field-places.ts'

/** What each control of a field takes, whatever is entered in it. */
export interface ControlProps {
  ariaLabel?: string
  placeholder?: string
  disabled?: boolean
  readOnly?: boolean
  invalid?: boolean
  focusRef?: RefCallback<Focusable>
}
