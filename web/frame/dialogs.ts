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
/** What is offered beside discarding: saving, or, where something is wrong that keeps it from being saved, the way there. */
export type UnsavedWay = 'save' | 'fix'
/** `settled`: it was saved before anybody answered. */
type UnsavedAnswer = UnsavedWay | 'discard' | 'cancel' | 'settled'
interface WarningInput {
  title: string
  text: string
}
export type Question =
  | ({ kind: 'confirm'; answer: (yes: boolean) => void } & ConfirmInput)
  | { kind: 'unsaved'; way: UnsavedWay | undefined; answer: (answer: UnsavedAnswer) => void }
  | ({ kind: 'warning'; answer: () => void } & WarningInput)

export const questions = makeStore<Question[]>([])
const ask = (question: Question) => questions.set((now) => [...now, question])
/** Takes the first question away; its answer was given. */
export const answered = (question: Question) => questions.set((now) => now.filter((q) => q !== question))

/** Resolves to true if the person pressed the verb. Escape is safe: false. */
export const confirm = (input: ConfirmInput): Promise<boolean> =>
  new Promise((answer) => ask({ kind: 'confirm', ...input, answer }))

/** Data not yet saved: save (or go to what is wrong), discard or stay? */
export const confirmUnsaved = (
  {
    way,
    onAsked,
  }: {
    /** Undefined: it can only be discarded. */
    way: UnsavedWay | undefined
    /** Gets a way to take the question back once there is nothing unsaved any more. */
    onAsked?(settle: () => void): void
  } = { way: 'save' },
): Promise<UnsavedAnswer> =>
  new Promise((answer) => {
    const question: Question = { kind: 'unsaved', way, answer }
    ask(question)
    onAsked?.(() => {
      answered(question)
      answer('settled')
    })
  })

/** A fact that must have been read, e.g. "The product was deleted". */
export const warn = (input: WarningInput): Promise<void> =>
  new Promise((answer) => ask({ kind: 'warning', ...input, answer }))
