import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import { useMemo } from 'react'
import { references } from '../../../../shared/calls/bml/product/references.ts'
import { useCall } from '../../../api/use-call.ts'
import { productHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { tellApart } from '../../../ui/tell-apart.ts'
import { baseList } from '../model/draft.ts'
import { useProductPage } from '../page-context.ts'

/** What refers to the product, as far as the reader may see it. */
export function ReferencesDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const { view, name } = useProductPage()
  const { data, error, mutate } = useCall(references, { id: view.id })
  const under = useMemo(
    () => tellApart((data?.list ?? []).map((one) => ({ id: one.id, name: one.title, parts: one.companies }))),
    [data],
  )
  return (
    <Dialog
      header={t('references.title')}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button onClick={onClose}>{t('close')}</Button>
        </Box>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : !data ? (
        <SkeletonLines lines={4} />
      ) : data.list.length === 0 ? (
        <p>{t('references.none', { name })}</p>
      ) : (
        <>
          <p>{t('references.derived', { name })}</p>
          <ul>
            {data.list.map((one) => (
              <li key={one.id}>
                {one.entityclass === 'product' ? (
                  <ScreenLink href={productHref(one.id, baseList)} onFollow={onClose}>
                    {one.title || t('unnamed')}
                  </ScreenLink>
                ) : (
                  one.title
                )}
                {(one.disabled || one.archived) && (
                  <span className="product-muted">
                    {' '}
                    {t(one.disabled ? 'references.deleted' : 'lists.archived')}
                  </span>
                )}
                {under.get(one.id) && <div className="product-muted">{under.get(one.id)}</div>}
              </li>
            ))}
          </ul>
          {data.isMore && <p>{t('references.more', { number: data.list.length })}</p>}
        </>
      )}
    </Dialog>
  )
}
