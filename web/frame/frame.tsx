/** The layout of every screen: bar, navigation, content, drawers, footer; and what may come up over them. */
import AppLayout, { type AppLayoutProps } from '@cloudscape-design/components/app-layout'
import type { IconProps } from '@cloudscape-design/components/icon'
import {
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { Link, Outlet, ScrollRestoration } from 'react-router-dom'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'
import { isDemoHost } from '../api/config.ts'
import { useReferenceRefresh } from '../api/reference.ts'
import { useSession } from '../api/session.tsx'
import { useTexts } from '../texts/texts.ts'
import { today } from '../ui/date-text.ts'
import { useEscape } from '../ui/edit-keys.ts'
import { latePart } from '../ui/late-part.ts'
import { useKeysPastLists } from '../ui/select-keys.ts'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { useStore } from '../ui/store.ts'
import { ErrorBoundary } from './error-page.tsx'
import { Logo } from './logo.tsx'
import { Navigation, navigationOf } from './navigation.tsx'
import { drawerHost, pageHead, useDrawer } from './page.tsx'
import { usePreload } from './preload.ts'
import type { AppRoute } from './route.ts'
import { Shortcuts } from './shortcuts.tsx'
import { useStartView } from './start-view.ts'
import { TopBar } from './top-bar.tsx'
import { forgetOldDrafts } from './unsaved.tsx'
import { useJobWatch } from './use-job-watch.ts'
import { useRoom } from './use-room.ts'
import { useUnreadWatch } from './use-unread-watch.ts'

const NoticesDrawer = latePart(() => import('./notices-drawer.tsx').then((m) => m.NoticesDrawer))

const drawerSizeKey = 'inputlist.drawer'
const readSize = () => Number(localStorage.getItem(drawerSizeKey)) || 420

/** Named by `{id}.title` of the frame's texts. */
export interface OwnDrawer {
  /** Its name in the address: `?drawer=settings`. */
  id: 'notices' | 'settings' | 'signIn'
  icon: IconProps.Name
  content: ReactNode
}
const notices: OwnDrawer = { id: 'notices', icon: 'notification', content: <NoticesDrawer /> }

interface FrameProps {
  config: RuntimeConfig
  routes: readonly AppRoute[]
  /** Drawers that open from the bar, whatever the screen. */
  ownDrawers: readonly OwnDrawer[]
}

export function Frame({ config, routes, ownDrawers }: FrameProps) {
  const t = useTexts('frame')
  const { actor } = useSession()
  useReferenceRefresh()
  useStartView()
  useJobWatch(actor?.account)
  useUnreadWatch(actor?.account)
  useEffect(() => forgetOldDrafts(), [])
  useKeysPastLists()
  usePreload(routes, actor !== undefined)
  const { drawers } = useStore(pageHead)
  const [openId, setOpen] = useDrawer()
  const layout = useRef<AppLayoutProps.Ref>(null)
  const outlet = useMemo(
    () => (
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    ),
    [],
  )
  const navigation = useMemo(() => <Navigation routes={routes} />, [routes])
  const all = useMemo(() => {
    const drawer = (
      id: string,
      title: string,
      content: ReactNode,
      trigger: NonNullable<AppLayoutProps.Drawer['trigger']>,
      hasBadge = false,
    ): AppLayoutProps.Drawer => ({
      id,
      content,
      trigger,
      badge: hasBadge,
      resizable: true,
      defaultSize: readSize(),
      onResize: ({ detail }) => localStorage.setItem(drawerSizeKey, String(Math.round(detail.size))),
      ariaLabels: {
        drawerName: title,
        closeButton: t('drawer.close', { title }),
        triggerButton: t('drawer.open', { title }),
        resizeHandle: t('drawer.resize'),
      },
    })
    return [
      ...drawers.map((d) =>
        drawer(d.id, d.title, <DrawerHost key={d.id} />, { iconName: d.icon }, d.hasBadge),
      ),
      // Opened from the bar, so they have a place among the triggers only while they are open.
      ...[notices, ...ownDrawers]
        .filter(({ id }) => id === openId)
        .map(({ id, icon, content }) =>
          drawer(id, t(`${id}.title`), <Suspense fallback={<PageSkeleton />}>{content}</Suspense>, {
            iconName: icon,
          }),
        ),
    ]
  }, [drawers, ownDrawers, openId, t])
  const activeId = all.some((d) => d.id === openId) ? (openId ?? null) : null
  const { isNavigationOpen, isSheet, setNavigationOpen } = useRoom(activeId !== null, () =>
    setOpen(undefined),
  )
  useFocusBack(activeId, (id) => {
    const its = drawers.find((one) => one.id === id)
    return its && t('drawer.open', { title: its.title })
  })
  useFocusThere(activeId, layout)
  useEscape(activeId === null ? undefined : () => setOpen(undefined))
  const hasNavigation = navigationOf(routes, actor).length > 0
  // Drawn again for what it shows, not for each step that the address takes.
  const laidOut = useMemo(
    () => (
      <AppLayout
        ref={layout}
        headerSelector="#il-top-bar"
        navigation={navigation}
        navigationOpen={isNavigationOpen}
        navigationWidth={232}
        // The button that opens it again is in the bar; AppLayout's own would stand in the content.
        navigationHide={!isNavigationOpen || !hasNavigation}
        onNavigationChange={({ detail }) => setNavigationOpen(detail.open)}
        toolsHide
        drawers={all}
        activeDrawerId={activeId}
        onDrawerChange={({ detail }) => setOpen(detail.activeDrawerId ?? undefined)}
        maxContentWidth={Number.MAX_VALUE}
        ariaLabels={{ navigation: t('bar.navigation') }}
        content={
          <>
            <div id="il-content" inert={isSheet}>
              {outlet}
            </div>
            <div inert={isSheet}>
              <Footer institute={config.institute} />
            </div>
          </>
        }
      />
    ),
    [
      navigation,
      isNavigationOpen,
      hasNavigation,
      setNavigationOpen,
      all,
      activeId,
      setOpen,
      isSheet,
      outlet,
      config.institute,
      t,
    ],
  )
  if (!actor) return outlet
  return (
    <>
      <a href="#il-content" className="il-skip">
        {t('bar.skip')}
      </a>
      <TopBar
        routes={routes}
        isDemo={isDemoHost() || config.demo !== undefined}
        accountUrl={config.accountUrl}
        canChangeSignIn={ownDrawers.some(({ id }) => id === 'signIn')}
        isNavigationOpen={isNavigationOpen}
        hasNavigation={hasNavigation}
        onNavigation={setNavigationOpen}
      />
      <div className="il-layout" data-sheet={isSheet ? '' : undefined}>
        {laidOut}
      </div>
      <Shortcuts />
      <ScrollRestoration />
    </>
  )
}

/**
 * A closed drawer gives the focus back to what opened it. AppLayout does so itself, but for a drawer whose words changed
 * meanwhile (a change of language), and for one that covered the page: its button is a new one then, found by its name.
 */
function useFocusBack(drawer: string | null, buttonOf: (id: string) => string | undefined): void {
  const opened = useRef<{ id: string; by: Element | null }>(null)
  const latest = useRef(buttonOf)
  latest.current = buttonOf
  // Before AppLayout leads the focus into the drawer.
  useLayoutEffect(() => {
    if (drawer !== null) opened.current = { id: drawer, by: document.activeElement }
  }, [drawer])
  useEffect(() => {
    const last = opened.current
    if (drawer !== null || !last) return
    opened.current = null
    const { by, id } = last
    const button = () => {
      if (by instanceof HTMLElement && by !== document.body && by.isConnected) return by
      const name = latest.current(id)
      const all = [...document.querySelectorAll<HTMLElement>('.il-layout button[aria-haspopup]')]
      return all.find((one) => one.getAttribute('aria-label') === name)
    }
    // After AppLayout, which waits for a frame, and takes some to draw its buttons anew.
    let left = 30
    let frame = requestAnimationFrame(function back() {
      const active = document.activeElement
      if (active !== document.body && !active?.closest('aside')) return
      const next = active === document.body ? button() : undefined
      if (next) next.focus()
      else if (left-- > 0) frame = requestAnimationFrame(back)
    })
    return () => cancelAnimationFrame(frame)
  }, [drawer])
}

/** A drawer that is opened from the bar gets the focus, as AppLayout gives it to those that have their own button. */
function useFocusThere(drawer: string | null, layout: RefObject<AppLayoutProps.Ref | null>): void {
  const before = useRef(drawer)
  useEffect(() => {
    const isOpened = drawer !== null && drawer !== before.current
    before.current = drawer
    // What had the focus on the page keeps it: a drawer may open by its address.
    if (!isOpened || !document.activeElement?.closest('#il-top-bar')) return
    const frame = requestAnimationFrame(() => layout.current?.focusActiveDrawer())
    return () => cancelAnimationFrame(frame)
  }, [drawer, layout])
}

/** Place that the page draws its open drawer into: the content keeps the page's own contexts. */
function DrawerHost() {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    drawerHost.set(host.current)
    return () => drawerHost.set(null)
  }, [])
  return <div ref={host} />
}

const Footer = memo(function Footer({ institute }: { institute: string | undefined }) {
  const t = useTexts('frame')
  return (
    <footer id="il-footer">
      <Link to="/" aria-label={t('bar.home')}>
        <Logo size={18} />
      </Link>
      <span>{t('footer.text', { year: today().year, institute: institute ?? t('footer.institute') })}</span>
    </footer>
  )
})
