/** Search, conditions and a further choice of a list in one row; below them what the list has to say. */
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
        <Suspense fallback={<div className="il-list-tools-wait" aria-hidden />}>{props.conditions}</Suspense>
        {props.choice}
      </div>
      {props.notices}
    </div>
  )
}
