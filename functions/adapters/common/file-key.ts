import { maxUploadBytes } from '../../../shared/constants.ts'
import { CallError } from '../../../shared/errors.ts'

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/
const maxKeyLength = 500

/** A key is segments of A-Z a-z 0-9 . _ -, separated by `/`: it can point nowhere else. Errors: `invalid_input`. */
export function checkFileKey(key: string): void {
  if (!keyPattern.test(key) || key.length > maxKeyLength)
    throw new CallError('invalid_input', 'A file key has segments of letters, digits, dot, dash, underscore.')
}
/** Errors: `too_large`. */
export function checkFileSize(bytes: number): void {
  if (bytes > maxUploadBytes)
    throw new CallError('too_large', 'File size cannot be above 24MB.', { key: 'fileTooLarge' })
}
