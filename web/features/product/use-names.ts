/** Names of entities that an answer did not bring along: components, companies of an older revision. */
import { useMemo } from 'react'
import type { Localized } from '../../../shared/model/basics.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { useByIds } from '../../api/by-ids.ts'
import { useTitle } from '../../ui/localized.tsx'

/** Components and companies that a product names. */
export function namedIn(...products: Array<ProductData | undefined>): string[] {
  const found = new Set<string>()
  for (const data of products)
    for (const list of Object.values(data?.listData ?? {})) {
      for (const row of Object.values(list._companies ?? {})) found.add(row.company)
      for (const part of [list._components?.base, list._components?.additional])
        for (const row of Object.values(part ?? {})) found.add(row.component)
    }
  return [...found].filter((id) => id !== '').sort()
}

function nameOf(entity: Entity, title: (value: Localized | undefined) => string): string | undefined {
  const { data } = entity
  const base = data['baseData'] as { name?: string } | undefined
  if (base?.name) return base.name
  const account = data['staticData'] as { fullname?: string } | undefined
  if (account?.fullname) return account.fullname
  return data['title'] === undefined ? undefined : title(data['title'] as Localized)
}

/** Looks up what `known` does not name yet; until then it is called `…`. Ids that the viewer may not know of stay without a name. */
export function useNames(
  ids: readonly string[],
  known: Readonly<Record<string, string>>,
): (id: string) => string | undefined {
  const title = useTitle()
  const missing = useMemo(() => ids.filter((id) => !Object.hasOwn(known, id)), [ids, known])
  const { data, isLoading } = useByIds(missing)
  return useMemo(() => {
    const found = new Map((data?.list ?? []).map((e) => [e.id, nameOf(e, title)]))
    const asked = new Set(isLoading ? missing : [])
    return (id) => known[id] ?? found.get(id) ?? (asked.has(id) ? '…' : undefined)
  }, [data, isLoading, missing, known, title])
}
