import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useProductPage } from '../page-context.ts'

/** The trade names that the lists of the product had, each with from and to, the newest first. */
export function NamesDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const { view, name, lookup } = useProductPage()
  const { date } = useDateFormat()
  const lists = lookup.orderedLists.flatMap(({ id, name: title }) => {
    const rows = Object.entries(view.data.listData[id]?._nameHistory ?? {})
      .map(([key, row]) => ({ key, ...row }))
      .sort((a, b) => (a.from < b.from ? 1 : -1))
    return rows.length > 0 ? [{ id, title, rows }] : []
  })
  return (
    <Dialog
      header={t('names.title')}
      size="large"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button onClick={onClose}>{t('close')}</Button>
        </Box>
      }
    >
      {lists.length === 0 ? (
        <p>{t('names.none', { name })}</p>
      ) : (
        <table className="product-plain-table">
          <thead>
            <tr>
              <th scope="col">{t('names.name')}</th>
              <th scope="col">{t('names.list')}</th>
              <th scope="col">{t('names.from')}</th>
              <th scope="col">{t('names.to')}</th>
            </tr>
          </thead>
          <tbody>
            {lists.flatMap(({ id, title, rows }) =>
              rows.map((row) => (
                <tr key={`${id}-${row.key}`}>
                  <th scope="row">{row.name}</th>
                  <td>{title}</td>
                  <td>{date(row.from)}</td>
                  <td>{row.to === undefined ? t('names.now') : date(row.to)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
