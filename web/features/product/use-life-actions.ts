/** What is done with a product or a list in its life: archived, deleted, derived, and taken back. */
import { archive } from '../../../shared/calls/bml/product/archive.ts'
import { archivelist } from '../../../shared/calls/bml/product/archivelist.ts'
import { deleteproduct } from '../../../shared/calls/bml/product/deleteproduct.ts'
import { resetnationalpartner } from '../../../shared/calls/bml/product/resetnationalpartner.ts'
import { restore as restoreCall } from '../../../shared/calls/bml/product/restore.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { setderived } from '../../../shared/calls/bml/product/setderived.ts'
import { unarchivelist } from '../../../shared/calls/bml/product/unarchivelist.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { attempts } from '../../api/attempts.ts'
import { callApi } from '../../api/client.ts'
import { confirm } from '../../frame/dialogs.ts'
import { showError } from '../../frame/notify.ts'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useTexts } from '../../texts/texts.ts'
import { relinkPatch } from './model/relink.ts'
import type { ProductPage } from './page-context.ts'

type Change = typeof archive | typeof deleteproduct | typeof resetnationalpartner | typeof restoreCall

export function useLifeActions(page: ProductPage) {
  const t = useTexts('product')
  const { view, name, list, lookup, act, newestRev, editor, may } = page
  const title = lookup.listTitle(list)
  const call = (contract: Change) => {
    const attempt = attempts(contract, { id: view.id })
    return async (rev: number) => (await attempt(rev)) as ProductView
  }
  const settled = async () => editor.state.get().changes === 0 || (await settleUnsaved())

  /** Archives the list, or takes it out again; each takes the other back. */
  const archiveList = async (archived: boolean, startRev?: number): Promise<ProductView | undefined> => {
    if (startRev === undefined && !(await settled())) return undefined
    const attempt = attempts(archived ? archivelist : unarchivelist, { id: view.id, list })
    return act({
      id: `archivelist:${view.id}:${list}`,
      done: t(archived ? 'archiveList.done' : 'unarchiveList.done', { list: title }),
      ...(startRev !== undefined && { startRev }),
      depends: (v) => v.data.listData[list]?._archived,
      ...(startRev === undefined && {
        undo: (after: ProductView) => void archiveList(!archived, after.rev),
      }),
      call: async (rev) => (await attempt(rev)) as ProductView,
    })
  }

  /** Brings a deleted or archived product back, as it was. */
  const restore = (startRev = newestRev) =>
    act({
      id: `restore:${view.id}`,
      done: t('restore.done'),
      startRev,
      call: call(restoreCall),
    })

  const archiveProduct = async () => {
    if (!(await settled())) return undefined
    const isSure = await confirm({
      title: t('archiveProduct.title', { name }),
      text: t('archiveProduct.text', { number: Object.keys(view.data.listData).length }),
      verb: t('archiveProduct.verb'),
    })
    if (!isSure) return undefined
    return act({
      id: `archive:${view.id}`,
      done: t('archiveProduct.done'),
      depends: (v) => v.data.archived,
      undo: (after) => void restore(after.rev),
      call: call(archive),
    })
  }

  /** The page itself says that the product was deleted, and offers to restore it. */
  const deleteProduct = async () => {
    if (!(await settled())) return undefined
    const isSure = await confirm({
      title: t('deleteProduct.title', { name }),
      text: t('deleteProduct.text', { number: Object.keys(view.data.listData).length }),
      verb: t('deleteProduct.verb'),
      isDangerous: true,
    })
    if (!isSure) return undefined
    return act({ id: `delete:${view.id}`, depends: (v) => v.rev, call: call(deleteproduct) })
  }

  const resetNationalPartner = async () => {
    const isSure = await confirm({
      title: t('nationalPartner.title', { name }),
      text: t('nationalPartner.text'),
      verb: t('nationalPartner.verb'),
    })
    if (!isSure) return undefined
    return act({
      id: `national:${view.id}`,
      done: t('nationalPartner.done'),
      depends: (v) => v.data.isNationalPartner,
      call: call(resetnationalpartner),
    })
  }

  const callParent = (parent: string | null) => {
    const attempt = attempts(setderived, { id: view.id, parent })
    return async (rev: number) => (await attempt(rev)) as ProductView & { notKept?: number }
  }
  /** Sets the parent as it was, and links again what was linked to it. */
  const undoParent = async (before: ProductView, after: ProductView) => {
    const back = await act({
      id: `parent:${view.id}`,
      startRev: after.rev,
      call: callParent(before.data.derivedProductId ?? null),
    })
    if (!back) return
    const patch = relinkPatch(before.data, after.data, back.data)
    if (patch.length > 0)
      await act({
        id: `parent:${view.id}`,
        startRev: back.rev,
        call: async (rev) =>
          (await callApi(save, { id: view.id, rev, patch }, { quiet: true })) as ProductView,
      })
  }
  const setParent = (parent: string | null): Promise<ProductView | undefined> => {
    const set = callParent(parent)
    let notKept = 0
    const done = () => {
      if (parent !== null) return t('parent.done')
      return notKept > 0 ? t('parent.removedLess', { number: notKept }) : t('parent.removed')
    }
    return act({
      id: `parent:${view.id}`,
      done,
      depends: (v) => v.data.derivedProductId,
      undo: (after) => void undoParent(view, after).catch(showError),
      call: async (rev) => {
        const after = await set(rev)
        notKept = after.notKept ?? 0
        return after
      },
    })
  }

  return {
    archiveList,
    archiveProduct,
    deleteProduct,
    resetNationalPartner,
    restore,
    setParent,
    mayAdminister: may('product:administer'),
  }
}
