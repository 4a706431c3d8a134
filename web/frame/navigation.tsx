/** Left navigation, made from the table of routes: only what the role may open, in groups. */
import Icon from '@cloudscape-design/components/icon'
import SideNavigation, { type SideNavigationProps } from '@cloudscape-design/components/side-navigation'
import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { mayOpen, type RouteRole } from '../../shared/rules/permissions.ts'
import { useSession } from '../api/session.tsx'
import { useTexts } from '../texts/texts.ts'
import { useSelected } from '../ui/store.ts'
import { type AppRoute, iconOf, routeGroups } from './route.ts'
import { unreadMessages } from './unread-messages.ts'

/** Routes that stand in the navigation for a role, by group. */
export function navigationOf(routes: readonly AppRoute[], actor: Parameters<typeof mayOpen>[0]) {
  return routeGroups
    .map((group) => ({
      group,
      routes: routes.filter(
        (r) => r.group === group && !r.hideInNav && mayOpen(actor, r.permission as RouteRole),
      ),
    }))
    .filter((g) => g.routes.length > 0)
}

/** The entry that an address belongs to: itself, what it lies below, or the list of its group (a product belongs to the products). */
export function activeHref(routes: readonly AppRoute[], pathname: string): string {
  const exact = routes.find((r) => r.path === pathname)
  if (exact && !exact.hideInNav) return exact.path
  const above = routes.find((r) => !r.hideInNav && r.path !== '/' && pathname.startsWith(`${r.path}/`))
  if (above) return above.path
  const head = pathname.split('/')[1]
  const inside = routes.find((r) => r.hideInNav && r.path.split('/')[1] === head)
  if (!inside?.group) return ''
  return routes.find((r) => r.group === inside.group && !r.hideInNav)?.path ?? ''
}

export function Navigation({ routes }: { routes: readonly AppRoute[] }) {
  const { actor } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const t = useTexts('frame')
  const unread = useSelected(unreadMessages, (now) => now.badge)
  const items = useMemo(() => {
    const link = (route: AppRoute): SideNavigationProps.Link => ({
      type: 'link',
      text: t(`routes.${route.name}`),
      href: route.path,
      icon: <Icon name={iconOf(route)} />,
      ...(route.name === 'MessageCenter' && { info: unread }),
    })
    // A group of one is a plain entry: a heading over a single line says everything twice.
    return navigationOf(routes, actor).map(({ group, routes: of }): SideNavigationProps.Item => {
      const [first] = of
      return of.length === 1 && first
        ? link(first)
        : // Not a `section-group`: its heading is one of the third level, and nothing of the second stands above it.
          { type: 'section', text: t(`groups.${group}`), items: of.map(link) }
    })
  }, [routes, actor, t, unread])
  const active = activeHref(routes, pathname)
  const nav = useRef<HTMLDivElement>(null)
  // Its entry may lie below what is seen of the navigation: opened by a link, by search, or anew.
  useEffect(() => {
    if (items.length === 0) return
    // Once AppLayout has given the navigation its height.
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector(`a[href="${active}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [active, items.length])
  // Some thirty links: not again with each tab or page of a list, which the address names, too.
  return useMemo(
    () => (
      <div ref={nav}>
        <SideNavigation
          items={items}
          activeHref={active}
          onFollow={(event) => {
            if (event.detail.external) return
            event.preventDefault()
            void navigate(event.detail.href)
          }}
        />
      </div>
    ),
    [items, active, navigate],
  )
}
