/** Text that was typed and cannot be read as a value: where it is kept, and what is wrong with it. */
import type { Issue } from '../../shared/errors.ts'

export const valueKinds = ['number', 'whole', 'percent', 'date'] as const
/** Names the sentence that says what was expected. */
export type ValueKind = (typeof valueKinds)[number]

/** A text that cannot be read as a value of its kind. */
export interface Unread {
  text: string
  kind: ValueKind
}
/** Where a form keeps the text of a field that cannot be read. */
export interface Typing {
  unread: Unread | undefined
  set(unread: Unread | undefined): void
  /** The field was left, or Enter pressed: now is the time to say what is wrong. */
  leave(): void
}

const issuePrefix = 'unread.'
export const unreadIssue = (path: string, { kind }: Unread): Issue => ({
  path,
  expected: `expected a ${kind}`,
  key: `${issuePrefix}${kind}`,
})

/** The kind that was expected at an issue of unread text; undefined for other issues. */
export const unreadKind = ({ key }: Pick<Issue, 'key'>): string | undefined =>
  key?.startsWith(issuePrefix) ? key.slice(issuePrefix.length) : undefined
