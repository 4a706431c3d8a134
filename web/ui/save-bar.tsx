/** The bar at the bottom of a page with unsaved changes. Ctrl S saves wherever the focus is. */
import Button from '@cloudscape-design/components/button'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { focusPage } from './focus.ts'

export interface SaveBarProps {
  /** Number of changed fields; the bar is there from 1 on. */
  changes: number
  onSave(): void
  onDiscard(): void
  isSaving?: boolean
  /** There is no connection; it is saved once there is one. */
  isWaiting?: boolean
  /** Why it cannot be saved now: the sentence stands in the bar. */
  problem?: string
  /** Leads to the place of the problem: its sentence is a button then. */
  onProblem?(): void
  /** Nothing is stored yet: to save tells what is missing, also before anything was typed. */
  isNew?: boolean
  /** Who has saved meanwhile: shown also without changes. */
  news?: ReactNode
}

/** A field with its title and what is told below it, or its row. */
const fieldSelector = 'tr, .product-field, [class*=awsui_root]:has(> label, > * > label)'

/** Tells the page how much of the window's bottom the bar covers, and brings the field that has the focus out from below it. */
function useBarHeight() {
  return useCallback((bar: HTMLElement | null) => {
    if (!bar || typeof ResizeObserver === 'undefined') return
    const root = document.documentElement
    const fieldOf = (inside: Element | null) =>
      bar.contains(inside) ? null : (inside?.closest(fieldSelector) ?? null)
    const observer = new ResizeObserver(() => {
      root.style.setProperty('--il-save-bar', `${bar.offsetHeight}px`)
      const field = fieldOf(document.activeElement)
      if (field && field.getBoundingClientRect().bottom > bar.getBoundingClientRect().top)
        field.scrollIntoView({ block: 'nearest' })
    })
    // An error that is told below the field makes it grow.
    let watched: Element | null = null
    const watch = () => {
      const field = fieldOf(document.activeElement)
      if (field === watched) return
      if (watched) observer.unobserve(watched)
      watched = field
      if (watched) observer.observe(watched)
    }
    observer.observe(bar)
    watch()
    document.addEventListener('focusin', watch)
    return () => {
      document.removeEventListener('focusin', watch)
      observer.disconnect()
      root.style.removeProperty('--il-save-bar')
    }
  }, [])
}

/** A bar that goes while the focus is in it gives the focus back to the field it came from; the page where that is gone. */
function useFocusBack(isShown: boolean) {
  const seen = useRef<{ field: Element | null; isInBar: boolean }>(undefined)
  useEffect(() => {
    if (isShown) {
      const now = { field: document.activeElement, isInBar: false }
      seen.current = now
      const watch = ({ target }: FocusEvent) => {
        if (!(target instanceof Element)) return
        now.isInBar = target.closest('.il-save-bar') !== null
        if (!now.isInBar) now.field = target
      }
      document.addEventListener('focusin', watch)
      return () => document.removeEventListener('focusin', watch)
    }
    const last = seen.current
    seen.current = undefined
    if (!last?.isInBar) return
    // A frame later: what leads the focus on by itself goes ahead.
    requestAnimationFrame(() => {
      const isLost = () => document.activeElement === document.body
      if (!isLost()) return
      if (last.field instanceof HTMLElement) last.field.focus({ preventScroll: true })
      if (isLost()) focusPage()
    })
  }, [isShown])
}

/** As long as toasts stay. */
const toldMs = 5000

export function SaveBar(props: SaveBarProps) {
  const { changes, onSave, onDiscard, isSaving = false, isWaiting = false, problem, onProblem } = props
  const { isNew = false } = props
  const ui = useTexts('ui')
  const isShown = changes > 0 || isSaving
  const latest = useRef({ onSave, isSaved: isShown })
  latest.current = { onSave, isSaved: isShown || isNew }
  // Whoever saves where nothing changed hears so; what is typed next takes it away.
  const [isTold, setIsTold] = useState(false)
  if (isTold && isShown) setIsTold(false)
  useEffect(() => {
    if (!isTold) return
    const timer = setTimeout(() => setIsTold(false), toldMs)
    return () => clearTimeout(timer)
  }, [isTold])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      // Also without changes: the browser's own "save page" is never what is meant here.
      event.preventDefault()
      if (isSaving) return
      // A field that tells its value when it is left (dates) tells it now.
      const active = document.activeElement
      if (active instanceof HTMLElement) {
        active.blur()
        active.focus({ preventScroll: true })
      }
      setTimeout(() => (latest.current.isSaved ? latest.current.onSave() : setIsTold(true)))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isSaving])

  useFocusBack(isShown)
  const bar = useBarHeight()
  if (!isShown)
    // At the same place, so that nothing moves under the mouse. The region itself sticks to the window: inside of
    // it a bar would have nothing to stick in.
    return (
      <div role="status" {...((props.news || isTold) && { ref: bar, className: 'il-save-bar il-news-bar' })}>
        {isTold && <span>{ui('save.nothing')}</span>}
        {props.news}
      </div>
    )
  return (
    <section ref={bar} className="il-save-bar" aria-label={ui('save.bar')}>
      <div className="il-save-text" role="status">
        <strong>{ui('save.changes', { count: changes })}</strong>
        {isWaiting && <span className="il-save-waiting">{ui('save.waiting')}</span>}
        {problem &&
          (onProblem ? (
            <button type="button" className="il-save-problem" onClick={onProblem}>
              {problem}
            </button>
          ) : (
            <span className="il-save-problem">{problem}</span>
          ))}
        {props.news}
      </div>
      <div className="il-save-actions">
        <Button onClick={onDiscard} disabled={isSaving}>
          {ui('save.discard')}
        </Button>
        <Button variant="primary" onClick={onSave} loading={isSaving}>
          {ui('save.save')} <kbd className="il-kbd">{ui('save.keys')}</kbd>
        </Button>
      </div>
    </section>
  )
}
