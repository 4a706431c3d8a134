/** Keys of rows in names of fields, and in terms that hold a key and a value. */
import { toTerm } from './code-units.ts'

/** A key as part of a field's name. */
export const encodeKey = (key: string): string =>
  key === '' ? '_' : key.replace(/[^a-zA-Z0-9-]/g, (c) => `_${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The term that says that a key has no value; with the key's values it begins all of its terms. */
export const keyTerm = (key: string) => `${toTerm(key)}\u001f`
/** Begins the terms of a key's values. */
export const valueTerm = (key: string) => `${keyTerm(key)}v`
/** Behind all terms of a key's values. */
export const behindValues = (key: string) => `${keyTerm(key)}w`
