import Button from '@cloudscape-design/components/button'
import { useTexts } from '../../../texts/texts.ts'

/** Head of the column with the buttons of each row: said, not shown. */
export function RowActionsHead() {
  const t = useTexts('product')
  return (
    <th scope="col" className="product-row-actions">
      <span className="product-hidden">{t('rows.actions')}</span>
    </th>
  )
}

/** Moves a row one up or down. A row is named by what it holds, or by its number. */
export function MoveButtons({
  labels,
  isFirst,
  isLast,
  onMove,
}: {
  labels: { up: string; down: string }
  isFirst: boolean
  isLast: boolean
  onMove(by: -1 | 1): void
}) {
  return (
    <>
      <Button
        variant="inline-icon"
        iconName="angle-up"
        ariaLabel={labels.up}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <Button
        variant="inline-icon"
        iconName="angle-down"
        ariaLabel={labels.down}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </>
  )
}
/** The labels of a row that is named by what it holds. */
export function useMoveLabels() {
  const t = useTexts('product')
  return (name: string) => ({ up: t('rows.upName', { name }), down: t('rows.downName', { name }) })
}

export const RemoveButton = ({ label, onRemove }: { label: string; onRemove(): void }) => (
  <Button variant="inline-icon" iconName="remove" ariaLabel={label} onClick={onRemove} />
)
