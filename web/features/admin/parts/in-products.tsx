/** In how many products an entry shows, and after a save whether all of them are found by it already. */
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { count } from '../../../../shared/calls/search/search/count.ts'
import { status } from '../../../../shared/calls/system/status.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { callApi } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { productsHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { writeQuery } from '../../../ui/filter-query.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { inProducts } from '../model/in-products.ts'

const askedEveryMs = 2_000

export function InProducts({ view }: { view: Entity }) {
  const t = useTexts('admin')
  const { format } = useNumberFormat()
  const shown = inProducts(view)
  const { data } = useCall(count, shown ? { entityClass: 'product', attributeFilter: shown.filter } : null)
  const followed = useFollowed(view, shown !== undefined && (data?.count ?? 0) > 0)
  if (!shown || !data) return null
  return (
    <div className="admin-in-products">
      {data.count === 0 ? (
        t('products.inNone')
      ) : (
        <Link to={productsHref(writeQuery({ operation: 'and', tokens: [shown.token] }))}>
          {t('products.in', { count: data.count, n: format(data.count) })}
        </Link>
      )}
      {followed !== undefined && (
        <StatusIndicator type={followed === 'followed' ? 'success' : 'in-progress'}>
          {t(`products.${followed}`)}
        </StatusIndicator>
      )}
    </div>
  )
}

type Followed = 'following' | 'followed' | undefined
/** Undefined until the entry is saved, and where a stage cannot tell. */
function useFollowed({ rev, updated }: Pick<Entity, 'rev' | 'updated'>, isAsked: boolean): Followed {
  const [first] = useState(rev)
  const [followed, setFollowed] = useState<Followed>()
  useEffect(() => {
    if (!isAsked || rev === first) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const told = await callApi(status, {}, { quiet: true }).catch(() => undefined)
      if (isOver) return
      // One that was kept from before the save tells nothing of it.
      const isKnown = told !== undefined && told.time >= updated
      // Without its index nothing follows; the list of products says so.
      if (isKnown && (told.indexCaughtUp !== false || told.index === 'unavailable'))
        return setFollowed(told.indexCaughtUp ? 'followed' : undefined)
      timer = setTimeout(() => void ask(), askedEveryMs)
    }
    setFollowed('following')
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isAsked, rev, updated, first])
  return followed
}
