/** Questions that are asked from anywhere and answered by a promise. One at a time, in the order they were asked. */
import type { ReactNode } from 'react'
import { makeStore } from '../ui/store.ts'

interface ConfirmInput {
  title: string
  /** What will happen, in numbers where there are any. */
  text: string
  /** What will change, one by one. */
  details?: ReactNode
  /** The button says the verb: "Löschen". */
  verb: string
  /** Destroys something: the button is not the filled one. */
  isDangerous?: boolean
  /** Asks to type this name before the button works. */
  typeName?: string
}
/** `settled`: it was saved before anybody answered. */
type UnsavedAnswer = 'save' | 'discard' | 'cancel' | 'settled'
interface WarningInput {
  title: string
  text: string
}
export type Question =
  | ({ kind: 'confirm'; answer: (yes: boolean) => void } & ConfirmInput)
  | { kind: 'unsaved'; canSave: boolean; answer: (answer: UnsavedAnswer) => void }
  | ({ kind: 'warning'; answer: () => void } & WarningInput)

export const questions = makeStore<Question[]>([])
const ask = (question: Question) => questions.set((now) => [...now, question])
/** Takes the first question away; its answer was given. */
export const answered = (question: Question) => questions.set((now) => now.filter((q) => q !== question))

/** Resolves to true if the person pressed the verb. Escape is safe: false. */
export const confirm = (input: ConfirmInput): Promise<boolean> =>
  new Promise((answer) => ask({ kind: 'confirm', ...input, answer }))

/** Data not yet saved: save, discard or stay? */
export const confirmUnsaved = ({
  canSave = true,
  onAsked,
}: {
  canSave?: boolean
  /** Gets a way to take the question back once there is nothing unsaved any more. */
  onAsked?(settle: () => void): void
} = {}): Promise<UnsavedAnswer> =>
  new Promise((answer) => {
    const question: Question = { kind: 'unsaved', canSave, answer }
    ask(question)
    onAsked?.(() => {
      answered(question)
      answer('settled')
    })
  })

/** A fact that must have been read, e.g. "The product was deleted". */
export const warn = (input: WarningInput): Promise<void> =>
  new Promise((answer) => ask({ kind: 'warning', ...input, answer }))
