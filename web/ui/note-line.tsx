import type { ReactNode } from 'react'
import { useDateFormat } from './dates.tsx'
import { StateBadge } from './state-badge.tsx'
import './note-line.css'

export interface NoteLineProps {
  /** Names it among those that are shown. */
  id: string
  /** What an unread note is marked with; undefined for one that was read. */
  unread: string | undefined
  label: { title: string; color: string; isWarning: boolean } | undefined
  /** Who wrote it. */
  person: string
  /** Where it stands. */
  place: ReactNode
  at: string
  /** That it says something else than at first, and since when. */
  changed?: { at: string; say(ago: string): string } | undefined
  text: string | undefined
  /** In place of what it says, while somebody changes that. */
  form?: ReactNode
  /** What can be done with it. */
  children?: ReactNode
}

/** A note as an item of a list. */
export function NoteLine({
  id,
  unread,
  label,
  person,
  place,
  at,
  changed,
  text,
  form,
  children,
}: NoteLineProps) {
  const { ago, moment } = useDateFormat()
  return (
    <li className="il-note" data-note={id}>
      <div className="il-note-head">
        {unread !== undefined && <StateBadge tone="info">{unread}</StateBadge>}
        {label && (
          <span className="il-note-label">
            <span className="il-note-colour" style={{ background: label.color }} aria-hidden="true" />
            {label.isWarning ? <StateBadge tone="warning">{label.title}</StateBadge> : label.title}
          </span>
        )}
        <span className="il-note-origin">
          {person} · {place} · <time title={moment(at)}>{ago(at)}</time>
          {changed && (
            <>
              {' · '}
              <time title={moment(changed.at)}>{changed.say(ago(changed.at))}</time>
            </>
          )}
        </span>
      </div>
      {text && <div className="il-note-text">{text}</div>}
      {form}
      {children && <div className="il-note-acts">{children}</div>}
    </li>
  )
}

/**
 * The focus goes on to the first thing that can be done with the note at this place, or with those behind it, or before it.
 * Whoever went elsewhere meanwhile stays there. False where nothing can be done with any.
 */
export function focusNote(within: HTMLElement | null, at: number): boolean {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body && !activeElement.matches(':disabled')) return true
  const acts = notesIn(within).map((note) => note.querySelector<HTMLElement>('.il-note-acts button'))
  const found =
    acts.slice(at).find((act) => act !== null) ?? acts.slice(0, at).findLast((act) => act !== null)
  found?.focus()
  return found !== undefined && found !== null
}
/** Its place among those below each other. */
export const placeOfNote = (within: HTMLElement | null, id: string): number =>
  notesIn(within).findIndex((note) => note.dataset['note'] === id)
const notesIn = (within: HTMLElement | null) => [...(within?.querySelectorAll<HTMLElement>('.il-note') ?? [])]

/** Notes below each other. */
export const NoteList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="il-notes" aria-label={label}>
    {children}
  </ul>
)
