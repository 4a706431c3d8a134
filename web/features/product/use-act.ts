/** Calls that change a product beside saving: they save first, and take another person's save into account. */
import { useCallback, useRef, useState } from 'react'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { saveAttempts } from '../../../shared/constants.ts'
import { isCallError, notFound } from '../../../shared/errors.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { callApi } from '../../api/client.ts'
import { warn } from '../../frame/dialogs.ts'
import { notify, showError } from '../../frame/notify.ts'
import { useTexts } from '../../texts/texts.ts'
import { isRevisionConflict } from '../../ui/save-draft.ts'
import type { ActInput, ProductAct } from './page-context.ts'
import type { ProductEditor } from './use-product-editor.ts'

export function useAct(
  view: ProductView,
  editor: ProductEditor,
  onView: (view: ProductView) => void,
): { act: ProductAct; isActing: boolean } {
  const t = useTexts('product')
  const [isActing, setActing] = useState(false)
  // Asked again when the call is made: a dialog may have settled the draft in between.
  const latest = useRef({ view, editor })
  latest.current = { view, editor }
  const act = useCallback(
    async ({ id, call, done, undo, depends, startRev }: ActInput) => {
      setActing(true)
      try {
        const shown = latest.current.view
        let now = startRev === undefined ? shown : { ...shown, rev: startRev }
        if (latest.current.editor.state.get().changes > 0) {
          const saved = await latest.current.editor.save()
          if (!saved) return undefined
          now = saved
        }
        notify.progress({ id, text: t('act.progress') })
        for (let attempt = 1; ; attempt++) {
          try {
            const after = await call(now.rev, now)
            onView(after)
            const action = undo && { action: { label: t('act.undo'), run: () => undo(after) } }
            if (done === undefined) notify.clear(id)
            else notify.success({ id, text: typeof done === 'string' ? done : done(), ...action })
            return after
          } catch (error) {
            if (!isRevisionConflict(error)) throw error
            const latest = (await callApi(load, { id: now.id }, { quiet: true })) as ProductView
            const isOther = depends !== undefined && !sameValue(depends(now), depends(latest))
            onView(latest)
            if (latest.disabled && !now.disabled) throw notFound(now.id)
            if (isOther || attempt >= saveAttempts) {
              notify.warning({ id, text: t(isOther ? 'act.changed' : 'save.gaveUp') })
              return undefined
            }
            now = latest
          }
        }
      } catch (error) {
        notify.clear(id)
        if (isCallError(error) && error.code === 'not_found') {
          const { view: shown } = latest.current
          if (!shown.disabled) onView({ ...shown, disabled: true })
          void warn({ title: t('deleted.title'), text: t('deleted.text') })
        } else showError(error)
        return undefined
      } finally {
        setActing(false)
      }
    },
    [onView, t],
  )
  return { act, isActing }
}
