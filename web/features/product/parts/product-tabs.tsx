import Tabs from '@cloudscape-design/components/tabs'
import { useLocation } from 'react-router-dom'
import { useTexts } from '../../../texts/texts.ts'
import { withDocument } from '../model/documents.ts'
import { useProductPage } from '../page-context.ts'
import { useUploads } from '../use-uploads.ts'
import { ApprovalsTab } from './approvals-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { MainTab } from './main-tab.tsx'

export const tabs = ['main', 'documents', 'approvals'] as const
/** Tabs with something to edit. */
export const edited: ReadonlySet<string> = new Set(['main', 'documents'])

// Without props of their own they are drawn again only for what they read themselves.
const mainTab = <MainTab />
const approvalsTab = <ApprovalsTab />

/** The tabs of the product. What is on its way to one of them goes on while another is open. */
export function ProductTabs(props: {
  tab: string
  /** Until it is stored a product has its main data only. */
  isStored: boolean
  onOpen(tab: string): void
}) {
  const t = useTexts('product')
  const { pathname } = useLocation()
  const { list, editor, edit } = useProductPage()
  const uploads = useUploads((file) => {
    editor.change((d) => withDocument(d, list, { ...file, uploadTime: new Date().toISOString() }))
    // What has come is named, typed and judged next.
    edit('documents')
  })
  const tabOf = (id: (typeof tabs)[number], content: React.ReactNode) => ({
    id,
    label: t(`tabs.${id}`),
    href: id === 'main' ? pathname : `${pathname}?tab=${id}`,
    content,
  })
  return (
    <Tabs
      activeTabId={props.tab}
      ariaLabel={t('tabs.label')}
      onChange={({ detail }) => props.onOpen(detail.activeTabId)}
      tabs={[
        tabOf('main', mainTab),
        ...(props.isStored
          ? [tabOf('documents', <DocumentsTab uploads={uploads} />), tabOf('approvals', approvalsTab)]
          : []),
      ]}
    />
  )
}
