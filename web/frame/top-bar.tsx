/** The bar over everything: where one is, search, what is going on, settings, who one is. Red where nothing is real. */
import Button from '@cloudscape-design/components/button'
import Icon from '@cloudscape-design/components/icon'
import TopNavigation from '@cloudscape-design/components/top-navigation'
import { memo, useCallback, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { useIsBusy } from '../api/activity.ts'
import { useIsOffline } from '../api/connection.ts'
import { useTexts } from '../texts/texts.ts'
import { focusContent } from '../ui/focus.ts'
import { useStore } from '../ui/store.ts'
import { AccountMenu } from './account-menu.tsx'
import { GlobalSearch } from './global-search.tsx'
import { JobIndicator } from './job-indicator.tsx'
import { Logo } from './logo.tsx'
import { notices, unreadNotices } from './notify.ts'
import { pageHead, useDrawer } from './page.tsx'
import type { AppRoute } from './route.ts'
import './top-bar.css'

// Drawn again for what they show, not for each step that the address takes.
const SearchOfAll = memo(GlobalSearch)
const Jobs = memo(JobIndicator)
const Account = memo(AccountMenu)

interface TopBarProps {
  routes: readonly AppRoute[]
  isDemo: boolean
  accountUrl: string | undefined
  /** Where people sign in by a password that is kept here. */
  canChangeSignIn: boolean
  isNavigationOpen: boolean
  /** False for people who may open nothing yet. */
  hasNavigation: boolean
  onNavigation(isOpen: boolean): void
}

export function TopBar(props: TopBarProps) {
  const t = useTexts('frame')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { title, subtitle } = useStore(pageHead)
  const heading = useFocusOnArrival(pathname, title)
  const [drawer, setDrawer] = useDrawer()
  const unread = useStore(unreadNotices)
  const isRunning = useStore(notices).some((n) => n.kind === 'progress')
  const openSignIn = useCallback(() => setDrawer('signIn'), [setDrawer])
  const toggle = (id: string) => setDrawer(drawer === id ? undefined : id)
  return (
    <div id="il-top-bar" data-demo={props.isDemo ? '' : undefined}>
      <TopNavigation>
        <div className="il-bar">
          {props.hasNavigation && (
            <Button
              variant="icon"
              iconName="menu"
              ariaLabel={t(props.isNavigationOpen ? 'bar.closeNavigation' : 'bar.openNavigation')}
              ariaExpanded={props.isNavigationOpen}
              onClick={() => props.onNavigation(!props.isNavigationOpen)}
            />
          )}
          <Link to="/" className="il-home" aria-label={t('bar.home')} title={t('bar.home')}>
            <Logo />
          </Link>
          {pathname !== '/' && (
            <Button
              variant="icon"
              iconName="arrow-left"
              ariaLabel={t('bar.back')}
              onClick={() => {
                // Without a page of ours before this one, back leads to the root.
                if ((globalThis.history.state as { idx?: number } | null)?.idx) void navigate(-1)
                else void navigate('/')
              }}
            />
          )}
          <div className="il-title">
            <h1 ref={heading} id={titleId} tabIndex={-1}>
              {title || 'Inputlist'}
            </h1>
            {subtitle && <p title={subtitle}>{subtitle}</p>}
          </div>
          {props.isDemo && <span className="il-demo">{t('bar.demo')}</span>}
          <OfflineMark />
          {props.hasNavigation && <SearchOfAll routes={props.routes} />}
          <Jobs />
          <span className="il-bell" data-unread={unread > 0 ? '' : undefined}>
            <Button
              variant="icon"
              iconName={isRunning ? 'status-in-progress' : 'notification'}
              ariaLabel={t('bar.notifications', { count: unread })}
              ariaExpanded={drawer === 'notices'}
              onClick={() => toggle('notices')}
            />
          </span>
          <Button
            variant="icon"
            iconName="settings"
            ariaLabel={t('bar.settings')}
            ariaExpanded={drawer === 'settings'}
            onClick={() => toggle('settings')}
          />
          <Account accountUrl={props.accountUrl} onSignIn={props.canChangeSignIn ? openSignIn : undefined} />
          {/* Within the banner: it belongs to a landmark. */}
          <BusyLine />
        </div>
      </TopNavigation>
    </div>
  )
}

const titleId = 'il-title'

/** Another screen begins with its content, unless it has led the focus elsewhere, or what had it is still there. */
function useFocusOnArrival(pathname: string, title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useRef<string>(undefined)
  useEffect(() => {
    if (title === '' || arrived.current === pathname) return
    arrived.current = pathname
    const { activeElement } = document
    if (activeElement !== document.body && activeElement?.id !== 'il-content') return
    if (!focusContent(titleId)) heading.current?.focus({ preventScroll: true })
  }, [pathname, title])
  return heading
}

/** Whoever goes on working on the page has given up a link that waits for the connection. */
function useGiveUpWaiting(isWaiting: boolean) {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => {
    if (!isWaiting) return
    const stay = ({ type, target }: Event) => {
      const control = target instanceof Element ? target.closest('a,button,input,label,[role]') : null
      // A link elsewhere is waited for instead; a click beside everything is no work.
      const link = control?.closest('a')
      if (type === 'click' && (!control || (link?.href && link.pathname !== location.pathname))) return
      void navigate(location, { replace: true, state: location.state, preventScrollReset: true })
    }
    const kinds = ['input', 'click']
    for (const kind of kinds) document.addEventListener(kind, stay, { capture: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, stay, { capture: true })
    }
  }, [isWaiting, navigate, location])
}

/** That there is no connection, for as long as there is none. */
function OfflineMark() {
  const t = useTexts('frame')
  const isOffline = useIsOffline()
  const isGoing = useNavigation().state !== 'idle'
  useGiveUpWaiting(isOffline && isGoing)
  const more = t(isGoing ? 'offline.opens' : 'offline.kept')
  return (
    <span role="status" className="il-offline-place">
      {isOffline && (
        <span className="il-offline" data-going={isGoing ? '' : undefined} title={more}>
          <Icon name="status-warning" size="small" variant="inverted" />
          {t('offline.state')}
          <span className="il-offline-more">{more}</span>
        </span>
      )}
    </span>
  )
}

function BusyLine() {
  const t = useTexts('frame')
  const isBusy = useIsBusy()
  return (
    <div className="il-busy" data-busy={isBusy ? '' : undefined}>
      {isBusy && <div role="progressbar" aria-label={t('bar.busy')} />}
    </div>
  )
}
