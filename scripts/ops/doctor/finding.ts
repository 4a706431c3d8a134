import type { Operator } from '../operator.ts'

/** What was found, in words; what is wrong with what to do about it. */
export type Finding =
  | { is: 'fine'; what: string }
  | { is: 'wrong'; what: string; todo: string }
  | { is: 'unknown'; what: string; why: string }

export const fine = (what: string): Finding => ({ is: 'fine', what })
export const wrong = (what: string, todo: string): Finding => ({ is: 'wrong', what, todo })
export const unknown = (what: string, why: string): Finding => ({ is: 'unknown', what, why })

export interface Check {
  /** What it looks at; said where it could not. */
  name: string
  /** What it throws means that a service cannot answer, which is not the same as being wrong. */
  look(o: Operator): Promise<Finding | Finding[]>
}

/** A service that says nothing for so long, in milliseconds, does not answer. */
const timeoutMs = 90_000

export async function examine(o: Operator, check: Check): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
  })
  try {
    return [await Promise.race([check.look(o), late])].flat()
  } catch (error) {
    const { name, message } = error as Error
    const [why = ''] = message.split('\n')
    return [unknown(check.name, name === 'Error' ? why : `${name}: ${why}`)]
  } finally {
    clearTimeout(timer)
  }
}

export const spell = (finding: Finding): string => {
  if (finding.is === 'fine') return `✓ ${finding.what}`
  if (finding.is === 'wrong') return `✗ ${finding.what} → ${finding.todo}`
  return `– ${finding.what}: not checked: ${finding.why}`
}
/** Paragraph of the handbook that says more. */
export const see = (paragraph: string) => `docs/operations.md#${paragraph}`
