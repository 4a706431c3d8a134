/** The one line above a table's tools: what it shows and how many, its pages, its view, and what can be done. */
import type { ReactNode } from 'react'
import './table-head.css'

export function TableHead(props: {
  title: ReactNode
  /** Beside the title: what comes and goes with the selection moves nothing else. */
  onSelected?: ReactNode
  paging: ReactNode
  view: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="il-table-head">
      <div className="il-table-head-line">
        <div className="il-table-head-title">
          <div>{props.title}</div>
          {props.onSelected}
        </div>
        <div className="il-table-head-view">
          {props.paging}
          {props.view}
        </div>
        {props.actions && <div className="il-table-head-actions">{props.actions}</div>}
      </div>
    </div>
  )
}
