import Tabs, { type TabsProps } from '@cloudscape-design/components/tabs'
import { useLocation } from 'react-router-dom'
import { type ProductTab, productTabs } from '../../../../shared/rules/product-tabs.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useAddressParams } from '../../../ui/address.ts'
import { withDocument } from '../model/documents.ts'
import { formTabs } from '../model/fields.ts'
import { useProductPage } from '../page-context.ts'
import { useUploads } from '../use-uploads.ts'
import { ApprovalsTab } from './approvals-tab.tsx'
import { ChecklistTab } from './checklist-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { FieldsTab } from './field-groups.tsx'
import { MainTab } from './main-tab.tsx'
import { TabLabel } from './tab-label.tsx'

// Without props that change they are drawn again only for what they read themselves.
const mainTab = <MainTab />
const checklistTab = <ChecklistTab />
const approvalsTab = <ApprovalsTab />
const fieldTab = Object.fromEntries(formTabs.map((tab) => [tab, <FieldsTab key={tab} tab={tab} />]))
const labelOf = Object.fromEntries(productTabs.map((tab) => [tab, <TabLabel key={tab} tab={tab} />]))

/** All tabs are seen on a screen of 1280 px in every language; where they are not, they scroll. */
const narrow: TabsProps.Style = { tab: { fontSize: '13px' } }

/** The tabs of the product. What is on its way to one of them goes on while another is open. */
export function ProductTabs(props: {
  tab: string
  /** Until it is stored a product has its fields only. */
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
  const contents: Partial<Record<ProductTab, React.ReactNode>> = {
    main: mainTab,
    ...fieldTab,
    ...(props.isStored && {
      documents: <DocumentsTab uploads={uploads} />,
      checklist: checklistTab,
      approvals: approvalsTab,
    }),
  }
  const isBeside = useAddressParams()[0].has('drawer')
  return (
    <div className="product-tabs" data-beside={isBeside ? '' : undefined}>
      <Tabs
        activeTabId={props.tab}
        ariaLabel={t('tabs.label')}
        style={narrow}
        onChange={({ detail }) => props.onOpen(detail.activeTabId)}
        tabs={productTabs
          .filter((id) => Object.hasOwn(contents, id))
          .map((id) => ({
            id,
            label: labelOf[id],
            href: id === 'main' ? pathname : `${pathname}?tab=${id}`,
            content: contents[id],
          }))}
      />
    </div>
  )
}
