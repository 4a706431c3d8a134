/** What is done to a product or one of its lists as a whole: add, activate, revert. */
import { useNavigate } from 'react-router-dom'
import { activatelist } from '../../../shared/calls/bml/product/activatelist.ts'
import { addlist } from '../../../shared/calls/bml/product/addlist.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { revert as revertCall } from '../../../shared/calls/bml/product/revert.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { compareRevisions } from '../../../shared/rules/compare.ts'
import { revertedAmong } from '../../../shared/rules/revert.ts'
import { attempts } from '../../api/attempts.ts'
import { useCan } from '../../api/can.ts'
import { callApi } from '../../api/client.ts'
import { confirm } from '../../frame/dialogs.ts'
import { productHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useTexts } from '../../texts/texts.ts'
import { DifferenceView } from '../../ui/difference.tsx'
import { comparedState, type DifferenceLine, differenceLines, withoutEchoes } from './model/differences.ts'
import { baseList, effective } from './model/draft.ts'
import type { ProductPage } from './page-context.ts'

export function useListActions(page: ProductPage) {
  const t = useTexts('product')
  const navigate = useNavigate()
  const can = useCan()
  const { view, list, lookup, act, words, newestRev, editor } = page
  const category = effective(view, view.data, baseList, '_category').value as string | undefined
  const main = lookup.mainCategoryOf(category)
  const addable = lookup.orderedLists
    .filter((l) => !Object.hasOwn(view.data.listData, l.id))
    .filter((l) =>
      can('product:add-list', { list: l.id, isBasedata: l.isBasedata, institutes: l.institutes }),
    )
    .filter(
      (l) =>
        main === undefined ||
        l.mainCategories.length === 0 ||
        (l.mainCategories as readonly string[]).includes(main),
    )
    .map((l) => ({ id: l.id, title: l.name }))

  const addList = async (id: string) => {
    const title = lookup.listTitle(id)
    const isSure = await confirm({
      title: t('addList.title', { list: title }),
      text: t('addList.text'),
      verb: t('addList.verb'),
    })
    if (!isSure) return
    const attempt = attempts(addlist, { id: view.id, list: id })
    const after = await act({
      id: `addlist:${view.id}:${id}`,
      done: t('addList.done', { list: title }),
      depends: (v) => Object.hasOwn(v.data.listData, id),
      call: async (rev) => (await attempt(rev)) as ProductView,
    })
    if (after) navigate(productHref(view.id, id))
  }

  const setActive = async (active: boolean) => {
    const title = lookup.listTitle(list)
    const isSure = await confirm({
      title: t(active ? 'activate.title' : 'deactivate.title', { list: title }),
      text: t(active ? 'activate.text' : 'deactivate.text', { list: title }),
      verb: t(active ? 'activate.verb' : 'deactivate.verb'),
    })
    if (!isSure) return
    await act({
      id: `activate:${view.id}:${list}`,
      done: t(active ? 'activate.done' : 'deactivate.done', { list: title }),
      depends: (v) => v.data.listData[list]?._active,
      call: async (rev) =>
        (await callApi(activatelist, { id: view.id, rev, list, active }, { quiet: true })) as ProductView,
    })
  }

  /** What going back changes; undefined where a revision cannot be read now. */
  const changesOf = async (toRev: number): Promise<DifferenceLine[] | undefined> => {
    const read = (rev: number) => callApi(load, { id: view.id, rev }, { quiet: true }) as Promise<ProductView>
    const of = (rev: number) => (rev === view.rev ? Promise.resolve(view) : read(rev))
    const states = await Promise.all([of(newestRev), of(toRev)]).catch(() => undefined)
    if (!states) return undefined
    const [now, then] = states
    const found = revertedAmong(
      compareRevisions(comparedState(now), comparedState(then)),
      (list, permission) => now.may[list]?.includes(permission) ?? false,
    )
    return differenceLines(withoutEchoes(found, now.data, then.data), words)
  }

  /** Writes an older revision as the newest; what was typed is settled first. */
  const revert = async (toRev: number) => {
    if (editor.state.get().changes > 0 && !(await settleUnsaved())) return
    const changes = await changesOf(toRev)
    if (changes?.length === 0)
      return notify.info({ id: `revert:${view.id}`, text: t('revert.nothing', { rev: toRev }) })
    const isSure = await confirm({
      title: t('revert.title', { rev: toRev }),
      text: t('revert.text', { rev: toRev, next: newestRev + 1 }),
      details: changes && (
        <DifferenceView
          rows={changes}
          beforeTitle={t('revert.now')}
          afterTitle={t('history.revision', { rev: toRev })}
        />
      ),
      verb: t('revert.verb'),
      isDangerous: true,
    })
    if (!isSure) return
    const after = await act({
      id: `revert:${view.id}`,
      done: t('revert.done', { rev: toRev, name: words.lookup.listTitle(list) }),
      startRev: newestRev,
      depends: (v) => v.rev,
      call: async (rev) =>
        (await callApi(revertCall, { id: view.id, rev, toRev }, { quiet: true })) as ProductView,
    })
    if (after) navigate(productHref(view.id, list), { state: { isBack: true } })
  }

  return { addList, addable, setActive, revert }
}
