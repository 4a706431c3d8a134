/** What can be done with the product, the list, and what can be looked at: grouped, only what is possible now. */
import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import { type ComponentType, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCan } from '../../../api/can.ts'
import { talkHref } from '../../../frame/links.ts'
import { useDrawer } from '../../../frame/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { ConfirmationsDialog } from '../confirmations/dialog.tsx'
import { baseList } from '../model/draft.ts'
import { flagsIn } from '../model/flags.ts'
import { useProductPage } from '../page-context.ts'
import { useLifeActions } from '../use-life-actions.ts'
import { useNotes } from '../use-notes.ts'
import { FlagsDialog } from './flags-dialog.tsx'
import { MoveListDialog } from './move-list-dialog.tsx'
import { NamesDialog } from './names-dialog.tsx'
import { NotesDialog } from './notes-dialog.tsx'
import { OptionsDialog } from './options-dialog.tsx'
import { ParentDialog } from './parent-dialog.tsx'
import { ReferencesDialog } from './references-dialog.tsx'
import { ProductReportDialog } from './report-dialog.tsx'
import { ResponsibilityDialog } from './responsibility-dialog.tsx'

const dialogs: Record<string, ComponentType<{ onClose: () => void }>> = {
  responsibility: ResponsibilityDialog,
  parent: ParentDialog,
  moveList: MoveListDialog,
  names: NamesDialog,
  notes: NotesDialog,
  references: ReferencesDialog,
  flags: FlagsDialog,
  confirmations: ConfirmationsDialog,
  report: ProductReportDialog,
  options: OptionsDialog,
}
export type MenuDialog = keyof typeof dialogs

interface Shown {
  isShown: boolean
  show(isShown: boolean): void
}
interface Props {
  isNewest: boolean
  isDeleted: boolean
  /** Absent where nothing is hidden, or could be. */
  archive: Shown | undefined
  dialog: MenuDialog | undefined
  onDialog(dialog: MenuDialog | undefined): void
  onActivate(active: boolean): void
  onRestore(): void
}

export function ProductMenu({
  isNewest,
  isDeleted,
  archive,
  dialog,
  onDialog,
  onActivate,
  onRestore,
}: Props) {
  const t = useTexts('product')
  const page = useProductPage()
  const { view, list, lookup, may, isEditable } = page
  const mayReport = useCan()('export:run')
  const [, openDrawer] = useDrawer()
  const navigate = useNavigate()
  const life = useLifeActions(page)
  const [isBusy, setBusy] = useState(false)
  const data = view.data.listData[list]
  const { archived: isArchived = false, derivedProductId, isNationalPartner } = view.data
  const isOpen = isNewest && !isDeleted && !isArchived
  const administers = isNewest && life.mayAdminister
  const mayEditBase = isOpen && (view.may[baseList]?.includes('product:edit') ?? false)

  const run: Record<string, () => unknown> = {
    activate: () => onActivate(true),
    deactivate: () => onActivate(false),
    archiveList: () => life.archiveList(true),
    unarchiveList: () => life.archiveList(false),
    national: life.resetNationalPartner,
    archive: life.archiveProduct,
    restore: onRestore,
    delete: life.deleteProduct,
    history: () => openDrawer('history'),
    family: () => openDrawer('family'),
    day: () => openDrawer('day'),
    messages: () => navigate(talkHref('productId', view.id)),
    showArchive: () => archive?.show(true),
    hideArchive: () => archive?.show(false),
  }
  const group = (text: string, items: [id: string, isOffered: boolean, text?: string][]) => {
    const offered = items.filter(([, isOffered]) => isOffered)
    return offered.length === 0
      ? []
      : [{ text, items: offered.map(([id, , words]) => ({ id, text: words ?? t(`menu.${id}`) })) }]
  }
  const isOwnList = list !== baseList && administers && isOpen
  const { notes, unread } = useNotes()
  const notesText =
    unread.length > 0
      ? t('menu.notesUnread', { number: unread.length })
      : notes.length > 0
        ? t('menu.notesCount', { number: notes.length })
        : t('menu.notes')
  const flags = Object.keys(flagsIn(view)).length
  const items: ButtonDropdownProps.ItemOrGroup[] = [
    ...group(lookup.listTitle(list), [
      ['activate', isEditable && !data?._active],
      ['deactivate', isEditable && data?._active === true],
      ['responsibility', isOpen && may('product:set-responsibility')],
      ['moveList', isOwnList],
      ['archiveList', isOwnList && data?._archived !== true],
      ['unarchiveList', isOwnList && data?._archived === true],
    ]),
    ...group(t('product'), [
      ['parent', mayEditBase, t(derivedProductId === undefined ? 'menu.setParent' : 'menu.changeParent')],
      ['flags', true, flags > 0 ? t('menu.flagsSet', { number: flags }) : t('menu.flags')],
      ['national', administers && isOpen && isNationalPartner],
      ['archive', administers && isOpen],
      ['restore', administers && isArchived && !isDeleted],
      ['delete', administers && !isDeleted],
    ]),
    ...group(t('menu.look'), [
      ['notes', true, notesText],
      ['messages', !isDeleted],
      ['history', true],
      ['day', true],
      ['names', true],
      ['family', true],
      ['references', true],
      ['confirmations', true],
      // It is of what is stored today.
      ['report', isOpen && mayReport],
      ['showArchive', archive?.isShown === false],
      ['hideArchive', archive?.isShown === true],
      ['options', true],
    ]),
  ]
  const choose = async (id: string) => {
    if (Object.hasOwn(dialogs, id)) return onDialog(id)
    setBusy(true)
    try {
      await run[id]?.()
    } finally {
      setBusy(false)
    }
  }
  const Open = dialog === undefined ? undefined : dialogs[dialog]
  return (
    <>
      <ButtonDropdown
        items={items}
        loading={isBusy && page.isActing}
        onItemClick={({ detail }) => void choose(detail.id)}
        ariaLabel={t('menu.label')}
      >
        {t('menu.title')}
      </ButtonDropdown>
      <Suspense>{Open && <Open onClose={() => onDialog(undefined)} />}</Suspense>
    </>
  )
}
