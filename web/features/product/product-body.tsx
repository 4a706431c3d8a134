import Alert from '@cloudscape-design/components/alert'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Tabs from '@cloudscape-design/components/tabs'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Locale } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { tradeNamePath } from '../../../shared/model/field-value.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { useSession } from '../../api/session.tsx'
import { useMeanwhile } from '../../api/use-meanwhile.ts'
import { productHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page, useDrawer } from '../../frame/page.tsx'
import { useRecent } from '../../frame/recent.ts'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useDateFormat, useToday } from '../../ui/dates.tsx'
import { EditButton } from '../../ui/edit-button.tsx'
import { useEditKeys } from '../../ui/edit-keys.ts'
import { useEdited } from '../../ui/entity-editor.ts'
import { FieldPlacesContext, useFieldPlaces } from '../../ui/field-places.ts'
import { useFocusNext } from '../../ui/focus.ts'
import { FieldLanguages, useFieldLanguages } from '../../ui/localized.tsx'
import { useNumberFormat } from '../../ui/numbers.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { isShallowSame } from '../../ui/store.ts'
import { approvalStatesIn } from './model/approvals.ts'
import { fieldText, type Words } from './model/describe.ts'
import { baseList, effective } from './model/draft.ts'
import type { Lookup } from './model/lookup.ts'
import { personIn, responsibleIn } from './model/person.ts'
import { readOnlyText } from './model/read-only.ts'
import { type ProductPage, ProductPageContext, type Section } from './page-context.ts'
import { ApprovalsTab } from './parts/approvals-tab.tsx'
import { ConflictQuestion } from './parts/conflict-question.tsx'
import { EditorBar } from './parts/editor-bar.tsx'
import { HistoryDrawer } from './parts/history-drawer.tsx'
import { ListSwitcher } from './parts/list-switcher.tsx'
import { MainTab } from './parts/main-tab.tsx'
import { ResponsibilityDialog } from './parts/responsibility-dialog.tsx'
import { useAct } from './use-act.ts'
import { useFlashes } from './use-flashes.tsx'
import { useListActions } from './use-list-actions.ts'
import { namedIn, useNames } from './use-names.ts'
import { useProductEditor } from './use-product-editor.ts'
import './product.css'

interface Props {
  view: ProductView
  newest: ProductView
  list: string
  actor: Actor
  lookup: Lookup
  onView(view: ProductView): void
  onReload(): Promise<unknown>
}
const tabs = ['main', 'approvals'] as const

export function ProductBody({ view, newest, list, actor, lookup, onView, onReload }: Props) {
  const t = useTexts('product')
  const navigate = useNavigate()
  const { pathname, state: from } = useLocation()
  // A product that was just made opens with its fields.
  const isNew = (from as { isNew?: boolean } | null)?.isNew === true
  const [params, setParams] = useSearchParams()
  const [, openDrawer] = useDrawer()
  const { date } = useDateFormat()
  const numbers = useNumberFormat()
  const today = useToday()
  const [editing, setEditing] = useState<ReadonlySet<Section> | 'all'>(isNew ? 'all' : noSection)
  const [isSeeking, setSeeking] = useState(false)
  const [isResponsibility, setResponsibility] = useState(false)
  const [remembered, setRemembered] = useState<Record<string, string>>({})

  const isNewest = view.rev === newest.rev
  // Nothing is done to a deleted product, nor to one of its older states.
  const isDeleted = newest.disabled
  const may = useCallback(
    (permission: string) => !isDeleted && (view.may[list]?.includes(permission) ?? false),
    [view, list, isDeleted],
  )
  const mayEdit = isNewest && may('product:edit')
  const editor = useProductEditor({ view, list, account: actor.account, lookup, isEditable: mayEdit, onView })
  // Kept changes wait for a decision first: typing beside them would put the one over the other.
  const isEditable = useEdited(editor, ({ kept }) => kept === undefined) && mayEdit
  const { act, isActing } = useAct(view, editor, onView)

  const named = useEdited(
    editor,
    ({ draft }) => [...new Set([...namedIn(draft, view.data), view.data.derivedProductId ?? []].flat())],
    isShallowSame,
  )
  const known = useMemo(() => ({ ...remembered, ...view.titles }), [remembered, view.titles])
  const nameOf = useNames(named, known)
  const words = useMemo<Words>(
    () => ({
      t,
      lookup,
      nameOf,
      date,
      number: (value) => numbers.format(value),
      percent: numbers.percent,
      today,
    }),
    [t, lookup, nameOf, date, numbers, today],
  )

  const tab = tabs.find((one) => one === params.get('tab')) ?? 'main'
  const isAnyEditing = editing === 'all' || editing.size > 0
  const places = useFieldPlaces()
  const focusNext = useFocusNext()
  const editButton = useRef<ButtonProps.Ref>(null)
  const editAll = () => {
    setEditing('all')
    focusNext(() => places.focusFirst())
  }
  const leave = () => {
    setEditing(noSection)
    focusNext(() => editButton.current?.focus())
  }
  const leaveEditing = async () => {
    if (await settleUnsaved()) leave()
  }
  /** Opens the fields and goes to the first wrong one. */
  const showProblems = () => {
    if (tab !== 'main') openTab('main')
    setEditing('all')
    setSeeking(true)
  }
  useEffect(() => {
    if (isNew) places.focusFirst()
  }, [isNew, places])
  useEffect(() => {
    if (!isSeeking || tab !== 'main' || editing !== 'all') return
    setSeeking(false)
    places.focusFirst(editor.state.get().issues.keys())
  }, [isSeeking, tab, editing, places, editor])
  const save = async () => {
    if ((await editor.save()) === undefined && tab === 'main') showProblems()
  }
  useEditKeys({
    onEdit: isEditable && tab === 'main' ? editAll : undefined,
    onLeave: isAnyEditing ? leaveEditing : undefined,
  })

  const isEditing = useCallback(
    (section: Section) => isEditable && (editing === 'all' || editing.has(section)),
    [isEditable, editing],
  )
  const name = fieldText(
    lookup.definitionByPath.get(tradeNamePath),
    effective(view, view.data, list, tradeNamePath).value,
    words,
  )
  const tradeName = name === '' ? t('unnamed') : name
  // The same object while somebody types: whoever reads it is drawn again only for another product, list or right.
  const page = useMemo<ProductPage>(
    () => ({
      view,
      name: tradeName,
      list,
      editor,
      lookup,
      words,
      actor,
      newestRev: newest.rev,
      isEditable,
      may,
      isEditing,
      edit: (section) => setEditing((set) => (set === 'all' ? set : new Set([...set, section]))),
      remember: (id, name) => setRemembered((names) => ({ ...names, [id]: name })),
      today,
      act,
      isActing,
    }),
    [
      view,
      tradeName,
      list,
      editor,
      lookup,
      words,
      actor,
      newest.rev,
      isEditable,
      may,
      isEditing,
      today,
      act,
      isActing,
    ],
  )
  const languages = useLanguagesOf(lookup.lists.get(list)?.data.languages)
  const { addList, addable, setActive, revert, restore } = useListActions(page)
  const meanwhile = useMeanwhile(view.id, view.rev, isNewest)

  const permits = Object.values(view.data.listData[baseList]?._permits ?? {}).map((one) => one.number)
  useRecent(
    isNewest && !isDeleted && name !== ''
      ? {
          kind: 'products',
          id: view.id,
          label: tradeName,
          ...(permits.length > 0 ? { detail: permits.join(', ') } : {}),
          href: productHref(view.id, list),
        }
      : undefined,
  )
  const responsible = responsibleIn(view, list, baseList)
  const subtitle = [lookup.institutionTitle(responsible?.institution), personIn(view, responsible?.accountId)]
    .filter(Boolean)
    .join(' · ')
  const data = view.data.listData[list]
  const rev = isNewest ? undefined : view.rev
  const query = params.toString()
  const hrefOf = (id: string) => `${productHref(view.id, id, rev)}${query ? `?${query}` : ''}`
  const lists = lookup.orderedLists
    .filter((l) => Object.hasOwn(view.data.listData, l.id))
    .map((l) => ({
      id: l.id,
      title: l.name,
      href: hrefOf(l.id),
      isActive: view.data.listData[l.id]?._active ?? false,
      isArchived: view.data.listData[l.id]?._archived ?? false,
      states: approvalStatesIn(view, l.id, lookup, today),
    }))
  const openTab = (id: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (id === 'main') next.delete('tab')
      else next.set('tab', id)
      return next
    })

  const mayRestore = isNewest && isDeleted && view.may[baseList]?.includes('product:administer') === true
  const flashes = useFlashes(page, {
    isNewest,
    isDeleted,
    mayEdit,
    onTaken: () => setEditing('all'),
    onRestore: mayRestore ? () => void restore() : undefined,
  })
  const menu = [
    ...(isEditable
      ? [
          {
            id: data?._active ? 'deactivate' : 'activate',
            text: t(data?._active ? 'menu.deactivate' : 'menu.activate'),
          },
        ]
      : []),
    ...(isNewest && may('product:set-responsibility')
      ? [{ id: 'responsibility', text: t('menu.responsibility') }]
      : []),
    { id: 'history', text: t('menu.history') },
  ]
  const runMenu = (id: string) => {
    if (id === 'history') openDrawer('history')
    else if (id === 'responsibility') setResponsibility(true)
    else if (id === 'activate' && editor.state.get().issues.size > 0) {
      editor.showIssues()
      notify.warning({ id: `save:product:${view.id}`, text: t('save.invalid') })
      showProblems()
    } else void setActive(id === 'activate')
  }

  return (
    <FieldLanguages value={languages}>
      <ProductPageContext value={page}>
        <FieldPlacesContext value={places}>
          <Page
            title={isNewest ? tradeName : t('older.name', { date: date(view.updated), name: tradeName })}
            subtitle={subtitle}
            flashes={flashes}
            badges={
              <>
                <StateBadge tone={data?._active ? 'positive' : 'neutral'}>
                  {t(data?._active ? 'lists.active' : 'lists.inactive')}
                </StateBadge>
                {(data?._archived || view.data.archived) && (
                  <StateBadge tone="warning">{t('lists.archived')}</StateBadge>
                )}
                {view.data.isNationalPartner && (
                  <StateBadge tone="info">{t('status.nationalPartner')}</StateBadge>
                )}
                {!isNewest && (
                  <StateBadge tone="warning">{t('history.revision', { rev: view.rev })}</StateBadge>
                )}
                {isNewest && !mayEdit && (
                  <StateBadge tone="neutral">{readOnlyText(view, list, actor, words)}</StateBadge>
                )}
              </>
            }
            actions={
              <>
                <ButtonDropdown
                  items={menu}
                  onItemClick={({ detail }) => runMenu(detail.id)}
                  ariaLabel={t('menu.label')}
                >
                  {t('menu.title')}
                </ButtonDropdown>
                {!isNewest && may('product:edit') && (
                  <Button onClick={() => void revert(view.rev)}>{t('older.revert')}</Button>
                )}
                {isEditable && tab === 'main' && (
                  <EditButton
                    ref={editButton}
                    isEditing={isAnyEditing}
                    onEdit={editAll}
                    onLeave={() => void leaveEditing()}
                  />
                )}
              </>
            }
            drawers={[
              {
                id: 'history',
                title: t('history.title'),
                icon: 'history',
                content: <HistoryDrawer onRevert={(to) => void revert(to)} />,
              },
            ]}
          >
            {/* One block, so that the bar sticks to the bottom of the window all along it. */}
            <div>
              <SpaceBetween size="m">
                <ListSwitcher
                  lists={lists}
                  current={list}
                  addable={isNewest && !isDeleted ? addable : []}
                  onOpen={(id) => navigate(hrefOf(id))}
                  onAdd={(id) => void addList(id)}
                />
                {data?._archived && isNewest && <Alert type="info">{t('lists.archivedText')}</Alert>}
                <Tabs
                  activeTabId={tab}
                  ariaLabel={t('tabs.label')}
                  onChange={({ detail }) => openTab(detail.activeTabId)}
                  tabs={[
                    { id: 'main', label: t('tabs.main'), href: `${pathname}`, content: mainTab },
                    {
                      id: 'approvals',
                      label: t('tabs.approvals'),
                      href: `${pathname}?tab=approvals`,
                      content: approvalsTab,
                    },
                  ]}
                />
              </SpaceBetween>
              <EditorBar
                onSave={() => void save()}
                onDiscard={() => {
                  editor.discard()
                  leave()
                }}
                news={
                  meanwhile && (
                    <span className="product-meanwhile">
                      {t('save.meanwhile', { name: meanwhile.name, rev: meanwhile.rev })}{' '}
                      <Button variant="inline-link" onClick={() => void onReload()}>
                        {t(isAnyEditing ? 'save.takeIn' : 'save.show')}
                      </Button>
                    </span>
                  )
                }
              />
            </div>
            {isResponsibility && <ResponsibilityDialog onClose={() => setResponsibility(false)} />}
            <ConflictQuestion />
          </Page>
        </FieldPlacesContext>
      </ProductPageContext>
    </FieldLanguages>
  )
}
// Without props of their own they are drawn again only for what they read themselves.
const mainTab = <MainTab />
const approvalsTab = <ApprovalsTab />
const noSection: ReadonlySet<Section> = new Set()

/** Languages of multilingual fields: the list's, where the person prefers them and the list has some, else their own. */
function useLanguagesOf(ofList: readonly Locale[] = []): readonly Locale[] {
  const own = useFieldLanguages()
  const isPreferred = useSession().userData.overrideMultiLangFieldsWithListData === true
  return isPreferred && ofList.length > 0 ? ofList : own
}
