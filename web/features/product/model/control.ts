/** What controls of field types are given, and how they read a field's wrapper. */
import type { RefCallback } from 'react'
import type { Focusable } from '../../../ui/field-places.ts'
import type { Definition } from './fields.ts'

export interface ControlProps {
  definition: Definition
  title: string
  /** JSON pointer of the field, or of the cell, in the product. */
  path: string
  value: unknown
  onChange(value: unknown): void
  invalid?: boolean
  /** Gets the control that takes the focus of the field. */
  focusRef?: RefCallback<Focusable>
}
export const innerOf = (value: unknown, kind: string): unknown =>
  (value as Record<string, unknown> | undefined)?.[kind]
