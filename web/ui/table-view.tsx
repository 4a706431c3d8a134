/** The gear of a table: page size, columns and their order, density. Its dialog is loaded when somebody reaches for it. */
import Button from '@cloudscape-design/components/button'
import type { TFunction } from 'i18next'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { fetchAhead, latePart } from './late-part.ts'
import { useNumberFormat } from './numbers.ts'
import type { TablePreferences } from './table-preferences.ts'

const load = () => import('@cloudscape-design/components/collection-preferences').then((m) => m.default)
const CollectionPreferences = latePart(load)

interface ViewColumn {
  id: string
  textKey?: string
  title?: string
  isFixed?: boolean
}
interface TableViewProps {
  t: TFunction
  columns: readonly ViewColumn[]
  preferences: TablePreferences
  pageSizes?: readonly number[]
  /** Sets of columns: their menu. */
  sets?: ReactNode
}
const defaultPageSizes = [15, 25, 50, 100, 250]
export const headerOf = (column: ViewColumn, t: TFunction) => column.title ?? t(column.textKey ?? column.id)

/**
 * The button of the gear. Once it was loaded it is Cloudscape's, whose preferences have no ref and no prop to be focused or opened by: it
 * is found in the place that is ours.
 */
const buttonIn = (place: HTMLElement | null) => place?.querySelector('button')

/** The gear, and beside it the way back to the default columns where others are shown. */
export function TableView(props: TableViewProps) {
  const ui = useTexts('ui')
  const { preferences } = props
  const gear = useRef<HTMLSpanElement>(null)
  return (
    <span className="il-table-view">
      {!preferences.hasDefaultColumns && (
        <span title={ui('table.defaultColumns')}>
          <Button
            variant="icon"
            iconName="undo"
            ariaLabel={ui('table.defaultColumns')}
            onClick={() => {
              preferences.resetColumns()
              // This button goes, with the focus.
              buttonIn(gear.current)?.focus()
            }}
          />
        </span>
      )}
      {props.sets}
      <span ref={gear}>
        <Gear {...props} />
      </span>
    </span>
  )
}

function Gear(props: TableViewProps) {
  const ui = useTexts('ui')
  const [isWanted, setIsWanted] = useState(false)
  const prepare = () => fetchAhead(load)
  const button = (
    // biome-ignore lint/a11y/noStaticElementInteractions: only fetches the dialog a moment earlier
    <span onPointerEnter={prepare} onFocus={prepare}>
      <Button
        variant="icon"
        iconName="settings"
        ariaLabel={ui('table.preferences')}
        loading={isWanted}
        onClick={() => setIsWanted(true)}
      />
    </span>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <Opened>
        <Preferences {...props} />
      </Opened>
    </Suspense>
  )
}

/**
 * Opens the dialog that has just been loaded: the click that asked for it was on another button, and Cloudscape's component is too large
 * for the first screen.
 */
function Opened({ children }: { children: ReactNode }) {
  const host = useRef<HTMLSpanElement>(null)
  useEffect(() => buttonIn(host.current)?.click(), [])
  return <span ref={host}>{children}</span>
}

function Preferences({ columns, preferences, t, pageSizes = defaultPageSizes }: TableViewProps) {
  const ui = useTexts('ui')
  const { format } = useNumberFormat()
  return (
    <CollectionPreferences
      title={ui('table.preferences')}
      confirmLabel={ui('table.apply')}
      cancelLabel={ui('cancel')}
      preferences={{
        pageSize: preferences.isFit ? 0 : preferences.pageSize,
        contentDisplay: preferences.columns,
        wrapLines: preferences.wrapLines,
        contentDensity: preferences.isComfortable ? 'comfortable' : 'compact',
      }}
      pageSizePreference={{
        title: ui('table.pageSize'),
        options: [
          ...(preferences.canFit ? [{ value: 0, label: ui('table.fit') }] : []),
          ...pageSizes.map((value) => ({
            value,
            label: ui('table.rows', { count: value, n: format(value) }),
          })),
        ],
      }}
      contentDisplayPreference={{
        title: ui('table.columns'),
        description: ui('table.columnsText'),
        enableColumnFiltering: columns.length > 12,
        options: columns.map((c) => ({
          id: c.id,
          label: headerOf(c, t),
          ...(c.isFixed ? { alwaysVisible: true } : {}),
        })),
      }}
      wrapLinesPreference={{ label: ui('table.wrap'), description: ui('table.wrapText') }}
      contentDensityPreference={{ label: ui('table.compact'), description: ui('table.compactText') }}
      onConfirm={({ detail }) =>
        preferences.set({
          ...(detail.pageSize === undefined ? {} : { pageSize: detail.pageSize }),
          ...(detail.contentDisplay
            ? { columns: detail.contentDisplay.map(({ id, visible }) => ({ id, visible })) }
            : {}),
          wrapLines: detail.wrapLines ?? false,
          isComfortable: detail.contentDensity === 'comfortable',
        })
      }
    />
  )
}
