/** Prints a report of the product that is open. */
import { latePart } from '../../../ui/late-part.ts'
import { useProductPage } from '../page-context.ts'

const ReportDialog = latePart(() => import('../../../frame/report-dialog.tsx').then((m) => m.ReportDialog))

export function ProductReportDialog({ onClose }: { onClose: () => void }) {
  const { view, name, list } = useProductPage()
  return (
    <ReportDialog
      about={{ productId: view.id }}
      subject={name}
      count={1}
      list={list}
      within={Object.keys(view.data.listData)}
      onClose={onClose}
    />
  )
}
