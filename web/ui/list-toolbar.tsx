/** Search and a further choice of a list, its conditions, and what the list has to say. */
import { type ReactNode, Suspense } from 'react'
import './list-toolbar.css'

export function ListToolbar(props: {
  search: ReactNode
  /** May still be loading: the condition builder is the heaviest part of a list, and rows do not wait for it. */
  conditions: ReactNode
  choice?: ReactNode
  notices?: ReactNode
}) {
  return (
    <div className="il-list-toolbar">
      <div className="il-list-tools" data-choice={props.choice ? '' : undefined}>
        {props.search}
        {props.choice}
        <div className="il-list-tools-conditions">
          <Suspense>{props.conditions}</Suspense>
        </div>
      </div>
      {props.notices}
    </div>
  )
}
