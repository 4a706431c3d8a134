/** Toasts in the corner: read aloud, pinned to stay, held while the mouse or focus is on them. */
import Button from '@cloudscape-design/components/button'
import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import ProgressBar from '@cloudscape-design/components/progress-bar'
import Spinner from '@cloudscape-design/components/spinner'
import { useEffect, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { useStore } from '../ui/store.ts'
import { lifeOf, type Notice, type NoticeKind, notices, notify } from './notify.ts'

const icons: Record<Exclude<NoticeKind, 'progress'>, IconProps.Name> = {
  success: 'status-positive',
  error: 'status-negative',
  warning: 'status-warning',
  info: 'status-info',
}

export function Toasts() {
  const t = useTexts('frame')
  const shown = useStore(notices)
  return (
    <section className="il-toasts" aria-label={t('toasts.region')}>
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function Toast({ notice }: { notice: Notice }) {
  const t = useTexts('frame')
  const [isHeld, setIsHeld] = useState(false)
  const { id, kind, isPinned, version, action } = notice
  const life = lifeOf(notice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a replaced notice starts its time again
  useEffect(() => {
    if (isHeld || isPinned || life === undefined) return
    const timer = setTimeout(() => notify.clear(id), life)
    return () => clearTimeout(timer)
  }, [id, isHeld, isPinned, life, version])

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
      <span className="il-toast-icon">{kind === 'progress' ? <Spinner /> : <Icon name={icons[kind]} />}</span>
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
