import Alert from '@cloudscape-design/components/alert'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Actor } from '../../../shared/model/actor.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { isEditedTab, productTabs } from '../../../shared/rules/product-tabs.ts'
import { useMeanwhile } from '../../api/use-meanwhile.ts'
import { productHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useAddressParams } from '../../ui/address.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { EditButton } from '../../ui/edit-button.tsx'
import { useEdited } from '../../ui/entity-editor.ts'
import { FieldPlacesContext, useFieldPlaces } from '../../ui/field-places.ts'
import { focusOrPage, useFocusNext } from '../../ui/focus.ts'
import { FieldLanguages } from '../../ui/localized.tsx'
import { useTakeIn } from '../../ui/take-in.ts'
import { LastChangesContext, useLastChanges } from './last-changes.ts'
import { changedPaths } from './model/differences.ts'
import { baseList, effective } from './model/draft.ts'
import { nameText } from './model/field-text.ts'
import { listTabs } from './model/list-tabs.ts'
import type { Lookup } from './model/lookup.ts'
import { personIn, responsibleIn } from './model/person.ts'
import { tabOfPath } from './model/tabs.ts'
import { type ProductPage, ProductPageContext } from './page-context.ts'
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
import { usePageEditing } from './use-page-editing.ts'
import { usePageOptions } from './use-page-options.ts'
import { usePageSaving } from './use-page-saving.ts'
import { usePageWords } from './use-page-words.ts'
import { useParentGone } from './use-parent-gone.ts'
import { useProductEditor } from './use-product-editor.ts'
import { useRecentProduct } from './use-recent-product.ts'
import { useIsWhole, WholePage } from './whole-page.ts'
import './product.css'
import './tabs.css'
import './fields.css'
import './rows.css'
import './entries.css'

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
  const [dialog, setDialog] = useState<MenuDialog>()

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
    onFix: () => showProblems(),
  })
  // Kept changes wait for a decision first: typing beside them would put the one over the other.
  const isEditable = useEdited(editor, ({ kept }) => kept === undefined) && mayEdit
  const { act, isActing } = useAct(view, editor, onView)

  const { words, today, remember } = usePageWords(view, editor, lookup)
  const isWhole = useIsWhole(isNew)
  const options = usePageOptions()
  useParentGone(view, actor.account, words)

  const tab = productTabs.find((one) => one === params.get('tab')) ?? 'main'
  const editButton = useRef<ButtonProps.Ref>(null)
  const places = useFieldPlaces()
  const focusNext = useFocusNext()
  const openTab = (id: string, atOnce = false) =>
    changeAddress((now) => (id === 'main' ? now.delete('tab') : now.set('tab', id)), { toTop: true, atOnce })
  const { isAnyEditing, isEditing, edit, editAll, leave, leaveEditing, showProblems, showPlace } =
    usePageEditing({
      view,
      list,
      lookup,
      editor,
      places,
      isEditable,
      isNew,
      begin,
      tab,
      openTab,
      editButton,
      // Nothing is stored, so there is nothing to read either.
      onLeft: () => (isStored ? focusOrPage(editButton.current) : navigate('/', { replace: true })),
    })
  // It has an address of its own now; what was typed while it was stored is saved first.
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  useEffect(() => {
    if (made && !hasChanges) onMade(made, { focus: places.focused() })
  }, [made, hasChanges, onMade, places])
  const showRefusal = () => {
    if (isEditedTab(tab)) showProblems()
  }
  const saving = usePageSaving(editor, { isStored, editAll, leave, leaveEditing, onRefused: showRefusal })
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
      edit,
      showPlace,
      remember,
      today,
      act,
      isActing,
      saving,
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
      edit,
      remember,
      today,
      act,
      isActing,
      saving,
    ],
  )
  const languages = useLanguagesOf(lookup.lists.get(list)?.data.languages)
  const { addList, addable, setActive, revert } = useListActions(page)
  const { restore, archiveList, mayAdminister } = useLifeActions(page)
  const meanwhile = useMeanwhile(view.id, view.rev, isNewest && isStored)
  const takeIn = useTakeIn(view, places, {
    reload: onReload,
    changes: changedPaths,
    goOn: editButton,
    open: (paths) => {
      const path = paths.find((one) => one.startsWith(`/listData/${list}/`))
      if (path === undefined || tabOfPath(path, lookup) === tab) return false
      openTab(tabOfPath(path, lookup))
      return true
    },
  })

  useRecentProduct(view, list, isStored && isNewest && !isDeleted ? name : '')
  const responsible = responsibleIn(view, list, baseList)
  const subtitle = [lookup.institutionTitle(responsible?.institution), personIn(view, responsible?.accountId)]
    .filter(Boolean)
    .join(' · ')
  const data = view.data.listData[list]
  const rev = isNewest ? undefined : view.rev
  const hrefOf = (id: string) => `${productHref(view.id, id, rev)}${params.size > 0 ? `?${params}` : ''}`
  const lists = listTabs(view, { lookup, words, isDeleted, hrefOf })
  const isArchiveShown = params.get('archive') === '1'
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
  const archive = lists.some((l) => l.isArchived)
    ? {
        isShown: isArchiveShown,
        show: (isShown: boolean) =>
          changeAddress((now) => (isShown ? now.set('archive', '1') : now.delete('archive'))),
      }
    : undefined
  const lastChanges = useLastChanges(view.id, list, view.rev, isStored && options.changes)
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
            badges={
              <PageBadges isStored={isStored} isNewest={isNewest} isDeleted={isDeleted} mayEdit={mayEdit} />
            }
            actions={
              <>
                {isStored && (
                  <ProductMenu
                    isNewest={isNewest}
                    isDeleted={isDeleted}
                    archive={archive}
                    dialog={dialog}
                    onDialog={setDialog}
                    onActivate={activate}
                    onRestore={onRestore}
                  />
                )}
                {!isNewest && may('product:edit') && (
                  <Button onClick={() => void revert(view.rev)}>{t('older.revert')}</Button>
                )}
                {isEditable && isStored && isEditedTab(tab) && (
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
                  <WholePage value={isWhole}>
                    <ProductTabs tab={tab} isStored={isStored} onOpen={(id) => openTab(id, true)} />
                  </WholePage>
                </LastChangesContext>
              </SpaceBetween>
              <EditorBar
                onSave={() => void saving.save()}
                onProblem={showProblems}
                onDiscard={saving.discard}
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
