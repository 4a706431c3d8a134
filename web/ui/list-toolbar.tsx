/** Search and a further choice of a list, its conditions, and what the list has to say. */
import { type ReactNode, Suspense } from 'react'
import './list-toolbar.css'

export function ListToolbar(props: {
  search: ReactNode
  /** May still be loading: the condition builder is the heaviest part of a list, and rows do not wait for it. */
  conditions: ReactNode
  choice?: ReactNode
  /** Saved searches: their menu, and the one that is open. */
  searches?: ReactNode
  notices?: ReactNode
}) {
  return (
    <div className="il-list-toolbar">
      <div
        className="il-list-tools"
        data-choice={props.choice ? '' : undefined}
        data-searches={props.searches ? '' : undefined}
      >
        {props.search}
        {props.choice}
        <div className="il-list-tools-conditions">
          <Suspense>{props.conditions}</Suspense>
        </div>
        <Suspense>{props.searches}</Suspense>
      </div>
      {props.notices}
    </div>
  )
}
