import Alert from '@cloudscape-design/components/alert'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Actor } from '../../../shared/model/actor.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { useMeanwhile } from '../../api/use-meanwhile.ts'
import { productHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page } from '../../frame/page.tsx'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useCover } from '../../frame/use-room.ts'
import { useTexts } from '../../texts/texts.ts'
import { useAddressParams } from '../../ui/address.ts'
import { useDateFormat, useToday } from '../../ui/dates.tsx'
import { EditButton } from '../../ui/edit-button.tsx'
import { useEditKeys } from '../../ui/edit-keys.ts'
import { useEdited } from '../../ui/entity-editor.ts'
import { FieldPlacesContext, useFieldPlaces } from '../../ui/field-places.ts'
import { focusOrPage, useFocusNext } from '../../ui/focus.ts'
import { FieldLanguages } from '../../ui/localized.tsx'
import { useNumberFormat } from '../../ui/numbers.ts'
import { isShallowSame } from '../../ui/store.ts'
import { useTakeIn } from '../../ui/take-in.ts'
import { LastChangesContext, useLastChanges } from './last-changes.ts'
import { approvalsByState } from './model/approvals.ts'
import { nameText, type Words } from './model/describe.ts'
import { changedPaths } from './model/differences.ts'
import { baseList, effective } from './model/draft.ts'
import type { Lookup } from './model/lookup.ts'
import { personIn, responsibleIn } from './model/person.ts'
import { inPageOrder } from './model/problems.ts'
import { editedTabs, type ProductTab, tabOfPath, tabs } from './model/tabs.ts'
import { type ProductPage, ProductPageContext, type Section } from './page-context.ts'
import { ConflictQuestion } from './parts/conflict-question.tsx'
import { useDrawers } from './parts/drawers.tsx'
import { EditorBar } from './parts/editor-bar.tsx'
import { ListSwitcher } from './parts/list-switcher.tsx'
import { PageBadges } from './parts/page-badges.tsx'
import { type MenuDialog, ProductMenu } from './parts/product-menu.tsx'
import { ProductTabs } from './parts/product-tabs.tsx'
import { useAct } from './use-act.ts'
import { newProductId } from './use-first-save.ts'
import { useFlashes } from './use-flashes.tsx'
import { useLanguagesOf } from './use-languages.ts'
import { useLifeActions } from './use-life-actions.ts'
import { useListActions } from './use-list-actions.tsx'
import { namedIn, useNames } from './use-names.ts'
import { useProductEditor } from './use-product-editor.ts'
import { useRecentProduct } from './use-recent-product.ts'
import { useShowPlace } from './use-show-place.ts'
import './product.css'

interface Props {
  view: ProductView
  newest: ProductView
  list: string
  actor: Actor
  lookup: Lookup
  onView(view: ProductView): void
  /** A new product was stored by its first save; `focus` is the field that had the focus. */
  onMade(made: ProductView, from: { focus?: string | undefined; isLeaving?: boolean }): void
  onReload(): Promise<unknown>
}

export function ProductBody({ view, newest, list, actor, lookup, onView, onMade, onReload }: Props) {
  const t = useTexts('product')
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const isStored = view.id !== newProductId
  // A product that is made, or was just made, opens with its fields.
  const begin = from as { isNew?: boolean; focus?: string; isBack?: boolean } | null
  const isNew = !isStored || begin?.isNew === true
  const [made, setMade] = useState<ProductView>()
  // Whoever leaves goes where they wanted to, not to the product's own address.
  const onFirstSave = (saved: ProductView, isLeaving: boolean) =>
    isLeaving ? onMade(saved, { isLeaving }) : setMade(saved)
  const [params, changeAddress] = useAddressParams()
  const { date } = useDateFormat()
  const numbers = useNumberFormat()
  const today = useToday()
  const [editing, setEditing] = useState<ReadonlySet<Section> | 'all'>(isNew ? 'all' : noSection)
  /** Tab whose first wrong field gets the focus once it is there. */
  const [seeking, setSeeking] = useState<ProductTab>()
  const [dialog, setDialog] = useState<MenuDialog>()
  const [remembered, setRemembered] = useState<Record<string, string>>({})

  const isNewest = view.rev === newest.rev
  // Nothing is done to a deleted product, nor to one of its older states.
  const isDeleted = newest.disabled
  const may = useCallback(
    (permission: string) => !isDeleted && (view.may[list]?.includes(permission) ?? false),
    [view, list, isDeleted],
  )
  const isArchived = view.data.archived === true
  const mayEdit = isNewest && !isArchived && may('product:edit')
  const editor = useProductEditor({
    view,
    list,
    account: actor.account,
    lookup,
    isEditable: mayEdit,
    onView: isStored ? onView : onFirstSave,
    onRefused: () => showRefusal(),
  })
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
    // Nothing is stored, so there is nothing to read either.
    focusNext(() => (isStored ? editButton.current?.focus() : navigate('/', { replace: true })))
  }
  const leaveEditing = async () => {
    if (await settleUnsaved()) leave()
  }
  const wrongInOrder = () => {
    const state = editor.state.get()
    return inPageOrder([...state.issues.values()], state, view, list, lookup)
  }
  /** Opens the fields and goes to the first wrong one. */
  const showProblems = () => {
    const homes = wrongInOrder().map(({ path }) => tabOfPath(path, lookup))
    const home = homes.includes(tab) ? tab : (homes[0] ?? 'main')
    if (home !== tab) openTab(home)
    setEditing('all')
    setSeeking(home)
  }
  const startField = begin?.focus
  const isBack = begin?.isBack === true
  useEffect(() => {
    if (isNew) places.focusFirst(startField ? [startField] : undefined)
    else if (isBack) focusOrPage(editButton.current)
  }, [isNew, isBack, startField, places])
  // It has an address of its own now; what was typed while it was stored is saved first.
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  useEffect(() => {
    if (made && !hasChanges) onMade(made, { focus: places.focused() })
  }, [made, hasChanges, onMade, places])
  useEffect(() => {
    if (seeking !== tab || editing !== 'all') return
    setSeeking(undefined)
    const state = editor.state.get()
    const wrong = inPageOrder([...state.issues.values()], state, view, list, lookup)
    places.focusFirst(wrong.map(({ path }) => path))
  }, [seeking, tab, editing, places, editor, view, list, lookup])
  const showPlace = useShowPlace({
    tabOf: (path) => tabOfPath(path, lookup),
    tab,
    openTab: (id) => openTab(id),
    isEditing: editing === 'all',
    edit: () => setEditing('all'),
    places,
  })
  const showRefusal = () => {
    if (editedTabs.has(tab)) showProblems()
  }
  const save = async () => {
    if ((await editor.save()) === undefined) showRefusal()
  }
  // Behind a drawer that covers the page nothing begins, and Escape closes the drawer first.
  const { isCovered, uncover } = useCover()
  useEditKeys({
    onEdit: isEditable && editedTabs.has(tab) ? () => uncover(editAll) : undefined,
    onLeave: isAnyEditing && !isCovered ? leaveEditing : undefined,
  })

  const isEditing = useCallback(
    (section: Section) => isEditable && (editing === 'all' || editing.has(section)),
    [isEditable, editing],
  )
  const name = nameText(effective(view, view.data, list, tradeNamePath).value, words)
  const tradeName = name || t(isStored ? 'unnamed' : 'new')
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
      showPlace,
      remember: (id, name) => setRemembered((names) => ({ ...names, [id]: name })),
      today,
      act,
      isActing,
    }),
    [
      showPlace,
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
  const { addList, addable, setActive, revert } = useListActions(page)
  const { restore, archiveList, mayAdminister } = useLifeActions(page)
  const meanwhile = useMeanwhile(view.id, view.rev, isNewest && isStored)
  const takeIn = useTakeIn(view, places, { reload: onReload, changes: changedPaths, goOn: editButton })

  useRecentProduct(view, list, isStored && isNewest && !isDeleted ? name : '')
  const responsible = responsibleIn(view, list, baseList)
  const subtitle = [lookup.institutionTitle(responsible?.institution), personIn(view, responsible?.accountId)]
    .filter(Boolean)
    .join(' · ')
  const data = view.data.listData[list]
  const rev = isNewest ? undefined : view.rev
  const hrefOf = (id: string) => `${productHref(view.id, id, rev)}${params.size > 0 ? `?${params}` : ''}`
  const lists = lookup.orderedLists
    .filter((l) => Object.hasOwn(view.data.listData, l.id))
    .map((l) => ({
      id: l.id,
      title: l.name,
      href: hrefOf(l.id),
      isActive: !isDeleted && view.data.listData[l.id]?._active === true,
      isArchived: view.data.listData[l.id]?._archived ?? false,
      approvals: approvalsByState(view, l.id, words),
    }))
  const isArchiveShown = params.get('archive') === '1'
  const openTab = (id: string) =>
    changeAddress((now) => (id === 'main' ? now.delete('tab') : now.set('tab', id)), { toTop: true })

  const onRestore = () =>
    void restore().then((after) => after && focusNext(() => focusOrPage(editButton.current)))
  const mayRestore =
    isNewest && (isDeleted || isArchived) && view.may[baseList]?.includes('product:administer') === true
  const flashes = useFlashes(page, {
    isNewest,
    isDeleted,
    mayEdit,
    onTaken: editAll,
    onRestore: mayRestore ? onRestore : undefined,
  })
  /** What the address says to be shown. */
  const shown = (param: 'archive' | 'changes') => ({
    isShown: params.get(param) === '1',
    show: (isShown: boolean) => changeAddress((now) => (isShown ? now.set(param, '1') : now.delete(param))),
  })
  const archive = lists.some((l) => l.isArchived) ? shown('archive') : undefined
  const changes = shown('changes')
  const lastChanges = useLastChanges(view.id, list, view.rev, isStored && changes.isShown)
  const activate = (active: boolean) => {
    if (active && editor.state.get().issues.size > 0) {
      editor.showIssues()
      notify.warning({ id: `save:product:${view.id}`, text: t('save.invalid') })
      showProblems()
    } else void setActive(active)
  }
  const mayEditBase =
    isNewest && !isDeleted && !isArchived && view.may[baseList]?.includes('product:edit') === true
  const drawers = useDrawers({
    revert: (to) => void revert(to),
    parent: mayEditBase ? () => setDialog('parent') : undefined,
  })

  return (
    <FieldLanguages value={languages}>
      <ProductPageContext value={page}>
        <FieldPlacesContext value={places}>
          <Page
            title={isNewest ? tradeName : t('older.name', { date: date(view.updated), name: tradeName })}
            subtitle={subtitle}
            flashes={flashes}
            badges={<PageBadges isNewest={isNewest} isDeleted={isDeleted} mayEdit={mayEdit} />}
            actions={
              <>
                {isStored && (
                  <ProductMenu
                    isNewest={isNewest}
                    isDeleted={isDeleted}
                    archive={archive}
                    changes={changes}
                    dialog={dialog}
                    onDialog={setDialog}
                    onActivate={activate}
                    onRestore={onRestore}
                  />
                )}
                {!isNewest && may('product:edit') && (
                  <Button onClick={() => void revert(view.rev)}>{t('older.revert')}</Button>
                )}
                {isEditable && isStored && editedTabs.has(tab) && (
                  <EditButton
                    ref={editButton}
                    isEditing={isAnyEditing}
                    onEdit={editAll}
                    onLeave={() => void leaveEditing()}
                  />
                )}
              </>
            }
            drawers={isStored ? drawers : []}
          >
            {/* One block, so that the bar sticks to the bottom of the window all along it. */}
            <div>
              <SpaceBetween size="m">
                <ListSwitcher
                  lists={lists.filter((l) => isArchiveShown || !l.isArchived || l.id === list)}
                  current={list}
                  addable={isNewest && isStored && !isDeleted && !isArchived ? addable : []}
                  onOpen={(id) => navigate(hrefOf(id))}
                  onAdd={(id) => void addList(id)}
                />
                {data?._archived && isNewest && (
                  <Alert
                    type="info"
                    action={
                      mayAdminister &&
                      !isArchived && (
                        <Button onClick={() => void archiveList(false)}>{t('menu.unarchiveList')}</Button>
                      )
                    }
                  >
                    {t('lists.archivedText')}
                  </Alert>
                )}
                <LastChangesContext value={lastChanges}>
                  <ProductTabs tab={tab} isStored={isStored} onOpen={openTab} />
                </LastChangesContext>
              </SpaceBetween>
              <EditorBar
                onSave={() => void save()}
                onProblem={showProblems}
                onDiscard={() => {
                  editor.discard()
                  leave()
                }}
                news={
                  meanwhile && (
                    <span className="product-meanwhile">
                      {t('save.meanwhile', { name: meanwhile.name, rev: meanwhile.rev })}{' '}
                      <Button variant="inline-link" onClick={() => void takeIn()}>
                        {t(isAnyEditing ? 'save.takeIn' : 'save.show')}
                      </Button>
                    </span>
                  )
                }
              />
            </div>
            <ConflictQuestion />
          </Page>
        </FieldPlacesContext>
      </ProductPageContext>
    </FieldLanguages>
  )
}
const noSection: ReadonlySet<Section> = new Set()
