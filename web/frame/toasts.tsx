/** Toasts in the corner: read aloud, pinned to stay, held while the mouse or focus is on them. A dialog lies over them, and they wait for its end. */
import Button from '@cloudscape-design/components/button'
import ProgressBar from '@cloudscape-design/components/progress-bar'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { openDialogs } from '../ui/dialog.tsx'
import { useStore } from '../ui/store.ts'
import { NoticeIcon } from './notice-icon.tsx'
import { lifeOf, type Notice, notices, notify } from './notify.ts'

export function Toasts() {
  const t = useTexts('frame')
  const shown = useStore(notices)
  const { region, corner } = useFreeCorner(shown)
  const isBehind = useStore(openDialogs) > 0
  return (
    <section
      ref={region}
      className="il-toasts"
      data-corner={corner}
      data-behind={isBehind ? '' : undefined}
      aria-label={t('toasts.region')}
    >
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} isWaiting={isBehind} />
      ))}
    </section>
  )
}

function Toast({ notice, isWaiting }: { notice: Notice; isWaiting: boolean }) {
  const t = useTexts('frame')
  const [isHeld, setIsHeld] = useState(false)
  const { id, kind, isPinned, version, action } = notice
  const life = lifeOf(notice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a replaced notice starts its time again
  useEffect(() => {
    if (isHeld || isWaiting || isPinned || life === undefined) return
    const timer = setTimeout(() => notify.clear(id), life)
    return () => clearTimeout(timer)
  }, [id, isHeld, isWaiting, isPinned, life, version])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time while somebody reads
    <div
      className="il-toast"
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className="il-toast-icon">
        <NoticeIcon kind={kind} />
      </span>
      <div className="il-toast-text">
        {notice.text}
        {notice.percent !== undefined && <ProgressBar value={notice.percent} />}
        {action && (
          <div>
            <Button
              variant="inline-link"
              onClick={() => {
                notify.clear(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          </div>
        )}
      </div>
      {kind !== 'progress' && (
        <Button
          variant="icon"
          iconName={isPinned ? 'lock-private' : 'unlocked'}
          ariaLabel={t(isPinned ? 'toasts.unpin' : 'toasts.pin')}
          onClick={() => notify.pin(id, !isPinned)}
        />
      )}
      <Button
        variant="icon"
        iconName="close"
        ariaLabel={t('toasts.close')}
        onClick={() => notify.clear(id)}
      />
    </div>
  )
}

/** Where toasts may lie: over the search in the bar on top, where nothing is worked on, or in a corner of the window. */
const corners = ['bar', 'bottom-end', 'bottom-start'] as const
type Corner = (typeof corners)[number]
/** Of the window's edge, as in overlays.css. */
const margin = { side: 20, bottom: 52, bar: 6 }

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}
/** What they have in common, in square pixels. */
const shared = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/** How far from the window's end toasts in the bar begin: at the end of the search, where they cover no title. */
function barEnd({ width }: { width: number }): number {
  const search = document.querySelector('.il-search-button')?.getBoundingClientRect()
  return search ? Math.min(innerWidth - search.right, innerWidth - width - margin.side) : margin.side
}

/** Where toasts of this size lie. */
function placeIn(corner: Corner, { width, height }: { width: number; height: number }, inBar: number): Box {
  const end = corner === 'bar' ? inBar : margin.side
  const left = corner === 'bottom-start' ? margin.side : innerWidth - end - width
  const top = corner === 'bar' ? margin.bar : innerHeight - margin.bottom - height
  return { left, right: left + width, top, bottom: top + height }
}

/** Fields, those that somebody may type into next too; rows; what may be pressed; what saves, discards or answers a question. */
const worksSelector =
  'input, textarea, [role="combobox"], [contenteditable="true"], tr, button, a[href], .il-save-bar, .il-dialog-foot'
/** What leads elsewhere may be covered for a moment. */
const othersSelector = '#il-top-bar, nav, .il-toasts'

/** What toasts are to leave free on the screen; of the field that somebody is in its label, too. */
function keptFree(): Box[] {
  const active = document.activeElement
  return [...document.querySelectorAll<HTMLElement>(worksSelector)].flatMap((one) =>
    one.closest(othersSelector)
      ? []
      : [((one === active && one.closest('fieldset, tr')) || one).getBoundingClientRect()],
  )
}

/** The first place where the toasts cover nothing of it, or the least. They stay where they are as long as they cover nothing. */
function useFreeCorner(shown: readonly Notice[]) {
  const region = useRef<HTMLElement>(null)
  const [corner, setCorner] = useState<Corner>('bar')
  useLayoutEffect(() => {
    if (shown.length === 0) {
      setCorner('bar')
      return
    }
    const look = () => {
      const size = region.current?.getBoundingClientRect()
      if (!size) return
      // Everything is measured before anything is changed: so the page is laid out once.
      const inBar = barEnd(size)
      const boxes = keptFree()
      region.current?.style.setProperty('--il-toasts-end', `${inBar}px`)
      const covered = (one: Corner) => {
        const place = placeIn(one, size, inBar)
        return boxes.reduce((sum, box) => sum + shared(place, box), 0)
      }
      setCorner((now) =>
        covered(now) === 0 ? now : corners.reduce((best, one) => (covered(one) < covered(best) ? one : best)),
      )
    }
    look()
    let frame = 0
    // Once it is drawn: with the first key the bar that saves comes.
    const lookLater = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    const when = ['focusin', 'scroll', 'resize'] as const
    for (const event of when) window.addEventListener(event, look, { passive: true })
    window.addEventListener('input', lookLater, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const event of when) window.removeEventListener(event, look)
      window.removeEventListener('input', lookLater)
    }
  }, [shown])
  return { region, corner }
}
