/** Sets of columns of the product list: their menu beside the view of the table, and their dialogs. */
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Checkbox from '@cloudscape-design/components/checkbox'
import { Suspense, useMemo, useState } from 'react'
import { useCan } from '../../../api/can.ts'
import { type ColumnSetEntity, useKept } from '../../../api/kept.ts'
import { useSession } from '../../../api/session.tsx'
import { notify } from '../../../frame/notify.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { latePart } from '../../../ui/late-part.ts'
import { useTitle } from '../../../ui/localized.tsx'
import { entityOptions, titleOrder } from '../../../ui/select-options.ts'
import { keptGroups } from '../kept/kept-groups.ts'
import type { useProductFields } from '../use-product-fields.ts'
import { useStartSet } from './use-start-set.ts'

const KeptDialog = latePart(() =>
  import('../kept/kept-dialog.tsx').then((m) => m.KeptDialog<ColumnSetEntity>),
)
const SaveKeptDialog = latePart(() =>
  import('../kept/kept-save-dialog.tsx').then((m) => m.SaveKeptDialog<'columnset'>),
)

interface ColumnSetsProps {
  /** Ids of the visible columns, in their order. */
  visible: readonly string[]
  /** Titles of all columns that there are. */
  titles: ReadonlyMap<string, string>
  /** The list whose values are shown; empty: the base list. */
  list: string
  onChoose(columns: readonly string[], list: string | undefined): void
  product: Pick<ReturnType<typeof useProductFields>, 'reference' | 'viewableLists'>
}
type Open = 'save' | 'manage' | undefined

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, i) => id === b[i])

export function ColumnSets({ visible, titles, list, onChoose, product }: ColumnSetsProps) {
  const t = useTexts('sets')
  const title = useTitle()
  const can = useCan()
  const { actor } = useSession()
  const { locale, tag } = useLocale()
  const [isWanted, setWanted] = useState(false)
  const all = useKept('columnset', isWanted)
  const [open, setOpen] = useState<Open>()
  const [chosenId, setChosenId] = useState<string>()
  const [isWithList, setWithList] = useState(false)
  const startSet = useStartSet()
  const { reference, viewableLists } = product
  const { entries } = all
  const known = (columns: readonly string[]) => [...new Set(columns)].filter((id) => titles.has(id))
  /** The one that is shown, or that was chosen last and changed since. */
  const shown = entries?.find(({ data }) => isSame(known(data.columns), visible))
  const begun = entries?.find(({ id }) => id === chosenId) ?? shown
  const institutions = useMemo(
    () => entityOptions(reference.institutions.values(), title, locale),
    [reference.institutions, title, locale],
  )
  const compare = useMemo(() => titleOrder(tag), [tag])
  const items = useMemo(
    () =>
      actor
        ? [
            { id: 'save', text: t('columns.save') },
            ...keptGroups(
              [...(entries ?? [])].sort((a, b) => compare(a.data.title, b.data.title)),
              { actor, title: t('columns.saved'), compare, chosen: shown?.id },
            ),
            {
              id: 'manage',
              text: t('manage'),
              // While they are on their way, or could not be had, the dialog says so.
              ...(entries?.length === 0 && { disabled: true, disabledReason: t('columns.empty') }),
            },
          ]
        : [],
    [actor, entries, t, compare, shown?.id],
  )
  const choose = ({ id, data: { columns, inList } }: ColumnSetEntity) => {
    setChosenId(id)
    const missing = columns.filter((name) => !titles.has(name))
    // One that is taken away, or hidden from this viewer, leaves the list that is chosen.
    const isListGone = inList !== undefined && !viewableLists.some((one) => one.id === inList)
    onChoose(known(columns), isListGone ? undefined : inList)
    if (missing.length > 0)
      notify.warning({ id: 'columns:missing', text: t('columns.missing', { columns: missing.join(', ') }) })
    if (isListGone) notify.warning({ id: 'columns:list', text: t('columns.listGone') })
  }
  const onSaved = (set: ColumnSetEntity) => {
    all.put(set)
    notify.success({ id: 'kept:saved', text: t('columns.done', { title: set.data.title }) })
    // The list that opens with it knows its columns.
    if (startSet.id === set.id) void startSet.choose(set)
  }
  const listOfWords = reference.lists.get(list)?.data.title
  const saving = {
    asNew: t('columns.asNew'),
    title: t('columns.title'),
    entityclass: 'columnset' as const,
    institutions,
  }
  return (
    // The menu does not say when it opens.
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever gets to the button inside wants its entries
    <span title={t('columns.all')} onPointerEnter={() => setWanted(true)} onFocus={() => setWanted(true)}>
      <ButtonDropdown
        variant="icon"
        iconName="view-vertical"
        ariaLabel={t('columns.all')}
        items={items}
        expandToViewport
        onItemClick={({ detail }) => {
          const set = entries?.find(({ id }) => id === detail.id)
          if (set) return choose(set)
          setWithList(begun?.data.inList !== undefined && begun.data.inList === list)
          setOpen(detail.id as Open)
        }}
      />
      <Suspense>
        {open === 'save' && (
          <SaveKeptDialog
            {...saving}
            content={{ columns: [...visible], ...(isWithList && list && { inList: list }) }}
            saved={begun}
            mayReplace={begun !== undefined && can('saved:edit', begun)}
            onClose={() => setOpen(undefined)}
            onSaved={(set) => {
              setOpen(undefined)
              setChosenId(set.id)
              onSaved(set)
            }}
          >
            {listOfWords && (
              <Checkbox checked={isWithList} onChange={({ detail }) => setWithList(detail.checked)}>
                {t('columns.withList', { list: title(listOfWords) })}
              </Checkbox>
            )}
          </SaveKeptDialog>
        )}
        {open === 'manage' && (
          <KeptDialog
            title={t('columns.all')}
            all={all}
            words={{
              empty: t('columns.empty'),
              noMatch: t('columns.noMatch'),
              removed: (title) => t('columns.removed', { title }),
              saved: (title) => t('columns.done', { title }),
            }}
            summaryOf={({ data: { columns, inList } }) => {
              const named = columns.map((name) => titles.get(name) ?? t('gone', { name })).join(', ')
              const of = inList === undefined ? undefined : reference.lists.get(inList)
              return of ? `${named} (${title(of.data.title)})` : named
            }}
            badgeOf={({ id }) => (startSet.id === id ? t('columns.start') : undefined)}
            actionsOf={({ id }) => {
              const action = startSet.id === id ? 'noStart' : 'makeStart'
              return [{ id: action, text: t(`columns.${action}`) }]
            }}
            onAct={(action, set) => void startSet.choose(action === 'makeStart' ? set : undefined)}
            onOpen={(set) => {
              setOpen(undefined)
              choose(set)
            }}
            editing={(edited, onDone) => (
              <SaveKeptDialog
                {...saving}
                isOfName
                content={{
                  columns: edited.data.columns,
                  ...(edited.data.inList && { inList: edited.data.inList }),
                }}
                saved={edited}
                mayReplace
                onClose={onDone}
                onSaved={(set) => {
                  onSaved(set)
                  onDone()
                }}
              />
            )}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </span>
  )
}
