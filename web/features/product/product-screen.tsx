import { useCallback, useMemo } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { count } from '../../../shared/calls/bml/product/count.ts'
import { create } from '../../../shared/calls/bml/product/create.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { useReference } from '../../api/reference.ts'
import { useSession } from '../../api/session.tsx'
import { useCall, useKeepAnswer, useRefresh } from '../../api/use-call.ts'
import { productHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { ErrorState, NotFoundState } from '../../ui/error-state.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { baseList } from './model/draft.ts'
import { makeLookup, type ReferenceSource } from './model/lookup.ts'
import { ProductBody } from './product-body.tsx'
import { newProductId } from './use-first-save.ts'

const idPattern = /^[a-z0-9-]{36}$/
const revOf = (text: string | undefined): number | undefined => {
  const rev = Number(text)
  return text !== undefined && Number.isInteger(rev) && rev >= 1 ? rev : undefined
}

/** A product in one of its lists; with a revision in the address, an older state of it to read. */
export function ProductScreen() {
  const t = useTexts('product')
  const { productId = '', listId = '', rev: revText } = useParams()
  const [params] = useSearchParams()
  const { actor } = useSession()
  const reference = useReference()
  const { locale } = useLocale()
  const isId = idPattern.test(productId)
  const rev = revOf(revText)
  const isNew = productId === newProductId
  const stored = useCall(load, isId ? { id: productId } : null)
  // What a new product looks like before anything is stored.
  const blank = useCall(create, isNew ? { dryrun: true } : null, { revalidateIfStale: false })
  const blankView = useMemo(
    () => blank.data && ({ ...blank.data, id: newProductId } as ProductView),
    [blank.data],
  )
  const newest = isNew ? { ...blank, data: blankView } : stored
  const newestView = newest.data as ProductView | undefined
  const isOlder = rev !== undefined && newestView !== undefined && rev !== newestView.rev
  const older = useCall(load, isOlder ? { id: productId, rev } : null, { revalidateIfStale: false })
  const view = isOlder ? (older.data as ProductView | undefined) : newestView

  const fallback = reference.lists.get(listId)?.data.fallbackLanguage
  const lookup = useMemo(
    () => makeLookup(reference as ReferenceSource, locale, fallback),
    [reference, locale, fallback],
  )
  const refresh = useRefresh()
  const { mutate } = stored
  const onView = useCallback(
    (next: ProductView) => {
      void mutate(next, { revalidate: false })
      void refresh(search, count)
    },
    [mutate, refresh],
  )

  const navigate = useNavigate()
  const keepAnswer = useKeepAnswer()
  const onMade = useCallback(
    (made: ProductView, { focus, isLeaving }: { focus?: string | undefined; isLeaving?: boolean }) => {
      void keepAnswer(load, { id: made.id }, made)
      void refresh(search, count)
      if (!isLeaving)
        void navigate(productHref(made.id, listId), { replace: true, state: { isNew: true, focus } })
    },
    [keepAnswer, refresh, navigate, listId],
  )

  const error = newest.error ?? older.error ?? reference.error
  if ((!isId && !isNew) || (error && !view)) {
    const isNotFound = (!isId && !isNew) || (isCallError(error) && error.code === 'not_found')
    return (
      <Page title={t('product')}>
        {!isNotFound ? (
          <ErrorState
            error={error}
            onRetry={() => void Promise.all([newest.mutate(), older.mutate(), reference.refresh()])}
          />
        ) : newestView ? (
          <NotFoundState
            title={t('notFound.revision')}
            text={t('notFound.revisionText', { rev: revText })}
            back={t('older.back')}
            href={productHref(productId, listId)}
          />
        ) : (
          <NotFoundState
            title={t('notFound.title')}
            text={t('notFound.text')}
            back={t('notFound.back')}
            href="/"
          />
        )}
      </Page>
    )
  }
  if (!view || !newestView || !actor || !reference.isReady)
    return (
      <Page title={t('loading')}>
        <PageSkeleton sections={3} />
      </Page>
    )
  const query = params.size > 0 ? `?${params}` : ''
  // The newest state has one address: with its number in it, the next save would make it an older one.
  if (revText !== undefined && !isOlder)
    return <Navigate replace to={`${productHref(view.id, listId)}${query}`} />
  if (!Object.hasOwn(view.data.listData, listId)) {
    const first = lookup.orderedLists.find((l) => Object.hasOwn(view.data.listData, l.id))?.id ?? baseList
    if (Object.hasOwn(view.data.listData, first)) {
      return <Navigate replace to={`${productHref(view.id, first, isOlder ? rev : undefined)}${query}`} />
    }
    return (
      <Page title={t('product')}>
        <NotFoundState title={t('notFound.list')} text={t('noList')} back={t('notFound.back')} href="/" />
      </Page>
    )
  }
  return (
    <ProductBody
      key={`${view.id}/${listId}/${isOlder ? rev : ''}`}
      view={view}
      newest={newestView}
      list={listId}
      actor={actor}
      lookup={lookup}
      onView={onView}
      onMade={onMade}
      onReload={() => newest.mutate()}
    />
  )
}
