import { type ReactNode, useMemo, useState } from 'react'
import { useDateFormat } from './dates.tsx'
import { type ElementMap, useElementMap } from './element-map.ts'
import type { Focusable } from './field-places.ts'
import { StateBadge } from './state-badge.tsx'
import './note-line.css'

export interface NoteLineProps {
  /** Names it among those that are shown. */
  id: string
  places: NotePlaces
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
  places,
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
    <li className="il-note" ref={(note) => places.notes.set(id, note)}>
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

/** The notes that are shown, and the first thing that can be done with each. */
export interface NotePlaces {
  notes: ElementMap<HTMLLIElement>
  acts: Map<string, Focusable>
}
export function useNotePlaces(): NotePlaces {
  const notes = useElementMap<HTMLLIElement>()
  const [acts] = useState(() => new Map<string, Focusable>())
  return useMemo(() => ({ notes, acts }), [notes, acts])
}
/** Ref of the first thing that can be done with a note. */
export const refOfFirstAct =
  ({ acts }: NotePlaces, id: string) =>
  (act: Focusable | null) => {
    if (act) acts.set(id, act)
    else acts.delete(id)
  }

/**
 * The focus goes on to the first thing that can be done with the note at this place, or with those behind it, or before it.
 * Whoever went elsewhere meanwhile stays there. False where nothing can be done with any.
 */
export function focusNote({ notes, acts }: NotePlaces, at: number): boolean {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body && !activeElement.matches(':disabled')) return true
  const ids = notes.ids()
  const id = ids.slice(at).find((one) => acts.has(one)) ?? ids.slice(0, at).findLast((one) => acts.has(one))
  if (id === undefined) return false
  acts.get(id)?.focus()
  return true
}
/** Its place among those below each other. */
export const placeOfNote = ({ notes }: NotePlaces, id: string): number => notes.ids().indexOf(id)

/** Notes below each other. */
export const NoteList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="il-notes" aria-label={label}>
    {children}
  </ul>
)
