import type { ReactNode } from 'react'
import { useDateFormat } from './dates.tsx'
import { StateBadge } from './state-badge.tsx'
import './note-line.css'

export interface NoteLineProps {
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
export function NoteLine({ unread, label, person, place, at, changed, text, form, children }: NoteLineProps) {
  const { ago, moment } = useDateFormat()
  return (
    <li className="il-note">
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

/** Notes below each other. */
export const NoteList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="il-notes" aria-label={label}>
    {children}
  </ul>
)
