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

/** Where toasts may lie: in a corner of the window, or over the bar on top, where nobody types. */
const corners = ['bottom-end', 'bottom-start', 'bar'] as const
type Corner = (typeof corners)[number]
/** Of the window's edge, as in overlays.css. */
const margin = { side: 20, bottom: 52, bar: 6 }

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}
const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Where toasts of this size lie. */
function placeIn(corner: Corner, { width, height }: { width: number; height: number }): Box {
  const left =
    corner === 'bottom-start'
      ? margin.side
      : corner === 'bar'
        ? (innerWidth - width) / 2
        : innerWidth - margin.side - width
  const top = corner === 'bar' ? margin.bar : innerHeight - margin.bottom - height
  return { left, right: left + width, top, bottom: top + height }
}

/** A select opens a list, or a dialog where its list can be searched. */
const fieldSelector =
  'input, textarea, [role="combobox"], [contenteditable="true"], button:is([aria-haspopup="listbox"], [aria-haspopup="dialog"])'

/** What saves, discards or answers a question. */
const footSelector = '.il-save-bar, .il-dialog-foot'

/**
 * The fields on the screen, those that somebody may type into next too, the one that they are in with its label; and
 * where they say what becomes of it.
 */
function keptFree(): Box[] {
  const active = document.activeElement
  return [...document.querySelectorAll<HTMLElement>(`${fieldSelector}, ${footSelector}`)].map((one) =>
    ((one === active && one.closest('fieldset, tr')) || one).getBoundingClientRect(),
  )
}

/** The first place where the toasts cover no field and no foot. They stay where they are as long as they cover none. */
function useFreeCorner(shown: readonly Notice[]) {
  const region = useRef<HTMLElement>(null)
  const [corner, setCorner] = useState<Corner>('bottom-end')
  useLayoutEffect(() => {
    if (shown.length === 0) {
      setCorner('bottom-end')
      return
    }
    const look = () => {
      const size = region.current?.getBoundingClientRect()
      if (!size) return
      const boxes = keptFree()
      const isFree = (one: Corner) => !boxes.some((box) => meet(placeIn(one, size), box))
      setCorner((now) => (isFree(now) ? now : (corners.find(isFree) ?? 'bar')))
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
