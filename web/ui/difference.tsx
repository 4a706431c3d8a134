/** What differs between two states, by titles of fields, not paths. */
import Box from '@cloudscape-design/components/box'
import { useTexts } from '../texts/texts.ts'
import { EmptyState } from './error-state.tsx'

export interface DifferenceRow {
  id: string
  /** Title of the field. */
  title: string
  /** Where it is: list or section. */
  place?: string
  before: string
  after: string
}

export function DifferenceView(props: {
  rows: readonly DifferenceRow[]
  /** Heads of the columns: "Revision 3", "Revision 5". */
  beforeTitle?: string
  afterTitle?: string
  /** Of something that is new: there was nothing before. */
  isFirst?: boolean
}) {
  const ui = useTexts('ui')
  if (props.rows.length === 0) return <EmptyState title={ui('difference.none')} />
  const groups = Map.groupBy(props.rows, (row) => row.place ?? '')
  return (
    <div className="il-difference">
      <table data-after-only={props.isFirst ? '' : undefined}>
        <thead>
          <tr>
            <th scope="col">{ui('difference.field')}</th>
            {!props.isFirst && <th scope="col">{props.beforeTitle ?? ui('difference.before')}</th>}
            <th scope="col">{props.afterTitle ?? ui('difference.after')}</th>
          </tr>
        </thead>
        {[...groups].map(([place, rows]) => (
          <tbody key={place}>
            {place && (
              <tr className="il-difference-place">
                <th scope="rowgroup" colSpan={props.isFirst ? 2 : 3}>
                  {place}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.title}</th>
                {!props.isFirst && <td>{row.before ? <del>{row.before}</del> : <Nothing />}</td>}
                <td>{row.after ? <ins>{row.after}</ins> : <Nothing />}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
function Nothing() {
  const ui = useTexts('ui')
  return <Box color="text-status-inactive">{ui('difference.empty')}</Box>
}
