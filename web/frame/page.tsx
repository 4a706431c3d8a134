/** What every screen stands in: it gives the frame its title and drawers, and draws badges, actions and messages. */
import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar'
import type { IconProps } from '@cloudscape-design/components/icon'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useAddressParams } from '../ui/address.ts'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { makeStore, useStore } from '../ui/store.ts'

export interface PageDrawer {
  /** Its name in the address: `?drawer=history`. */
  id: string
  title: string
  icon: IconProps.Name
  /** A dot on the icon: unread notes. */
  hasBadge?: boolean
  content: ReactNode
}
interface PageProps {
  title: string
  subtitle?: string
  /** State badges, left above the content. */
  badges?: ReactNode
  /** The one main action and its neighbours, right above the content. */
  actions?: ReactNode
  /** Side panels, one at a time, part of the address. */
  drawers?: PageDrawer[]
  /** Messages that concern this screen. */
  flashes?: FlashbarProps.MessageDefinition[]
  children: ReactNode
}

interface PageHead {
  title: string
  subtitle: string | undefined
  drawers: Omit<PageDrawer, 'content'>[]
}
export const pageHead = makeStore<PageHead>({ title: '', subtitle: undefined, drawers: [] })
/** Element of the open drawer that the page draws into. */
export const drawerHost = makeStore<HTMLElement | null>(null)

/** The open drawer, in the address. */
export function useDrawer(): [string | undefined, (id: string | undefined) => void] {
  const [params, changeAddress] = useAddressParams()
  const set = useCallback(
    (id: string | undefined) => changeAddress((now) => (id ? now.set('drawer', id) : now.delete('drawer'))),
    [changeAddress],
  )
  return [params.get('drawer') ?? undefined, set]
}

export function Page({ title, subtitle, badges, actions, drawers = [], flashes = [], children }: PageProps) {
  const [openId] = useDrawer()
  const host = useStore(drawerHost)
  const shown = drawers.map(({ id, title: name, icon, hasBadge }) => ({ id, title: name, icon, hasBadge }))
  // Compared as text: screens make the array anew with every render.
  const key = JSON.stringify(shown)
  const heads = useMemo(() => JSON.parse(key) as PageHead['drawers'], [key])
  useEffect(() => {
    pageHead.set({ title, subtitle, drawers: heads })
    document.title = title ? `${title} · Inputlist` : 'Inputlist'
  }, [title, subtitle, heads])
  useEffect(() => () => pageHead.set({ title: '', subtitle: undefined, drawers: [] }), [])

  const open = drawers.find((d) => d.id === openId)
  return (
    <>
      <SpaceBetween size="m">
        {flashes.length > 0 && (
          <div className="il-page-flashes">
            <Flashbar items={flashes} />
          </div>
        )}
        {(badges || actions) && (
          <div className="il-page-head">
            <div className="il-page-badges">{badges}</div>
            <div className="il-page-actions">{actions}</div>
          </div>
        )}
        {children}
      </SpaceBetween>
      {/* What a drawer waits for must not hide the page: whatever has the focus there would lose it. */}
      {open &&
        host &&
        createPortal(<Suspense fallback={<SkeletonLines lines={6} />}>{open.content}</Suspense>, host)}
    </>
  )
}
