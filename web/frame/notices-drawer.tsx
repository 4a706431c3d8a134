/** What was told lately: jobs that run, and toasts that are gone. */
import Button from '@cloudscape-design/components/button'
import Drawer from '@cloudscape-design/components/drawer'
import ProgressBar from '@cloudscape-design/components/progress-bar'
import { useEffect } from 'react'
import { useTexts } from '../texts/texts.ts'
import { useDateFormat } from '../ui/dates.tsx'
import { EmptyState } from '../ui/error-state.tsx'
import { useStore } from '../ui/store.ts'
import { NoticeIcon } from './notice-icon.tsx'
import { type Notice, noticeLog, notices, unreadNotices } from './notify.ts'

export function NoticesDrawer() {
  const t = useTexts('frame')
  const { moment, ago } = useDateFormat()
  const running = useStore(notices).filter((n) => n.kind === 'progress')
  const log = useStore(noticeLog)
  useEffect(() => unreadNotices.set(0))
  return (
    <Drawer header={<h2>{t('notices.title')}</h2>}>
      {running.length + log.length === 0 && (
        <EmptyState title={t('notices.none')} text={t('notices.noneText')} />
      )}
      <ul className="il-notices">
        {running.map((n) => (
          <li key={n.id}>
            <NoticeText notice={n} />
            {n.percent !== undefined && <ProgressBar value={n.percent} />}
          </li>
        ))}
        {log.map((n) => (
          <li key={n.version}>
            <NoticeText notice={n} />
            <time dateTime={n.at} title={moment(n.at)}>
              {ago(n.at)}
            </time>
            {n.action && (
              <Button variant="inline-link" onClick={n.action.run}>
                {n.action.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

/** Cloudscape's indicator of a status breaks its text inside of words. */
function NoticeText({ notice: { kind, text } }: { notice: Pick<Notice, 'kind' | 'text'> }) {
  return (
    <div className="il-notice-text">
      <NoticeIcon kind={kind} isColoured />
      <span>{text}</span>
    </div>
  )
}
