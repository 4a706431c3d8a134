import type { IconProps } from '@cloudscape-design/components/icon'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { DayDrawer } from './day-drawer.tsx'
import { FamilyDrawer } from './family-drawer.tsx'
import { HistoryDrawer } from './history-drawer.tsx'

interface Drawer {
  id: string
  title: string
  icon: IconProps.Name
  content: ReactNode
}

/** What stands beside a product that is stored: its history, its family, its standing on a day. */
export function useDrawers(on: { revert(rev: number): void; parent: (() => void) | undefined }): Drawer[] {
  const t = useTexts('product')
  return [
    {
      id: 'history',
      title: t('history.title'),
      icon: 'history',
      content: <HistoryDrawer onRevert={on.revert} />,
    },
    {
      id: 'family',
      title: t('family.title'),
      icon: 'share',
      content: <FamilyDrawer onParent={on.parent} />,
    },
    { id: 'day', title: t('day.title'), icon: 'calendar', content: <DayDrawer /> },
  ]
}
