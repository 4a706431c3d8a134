/** A message as it was typed. Addresses in it are links; those of products and companies are named, by the rights of who reads. */
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { callApi } from '../../api/client.ts'
import { isRow } from '../../api/hits.ts'

type Part =
  | { text: string }
  | { href: string; own?: { kind: 'product' | 'company'; id: string; path: string } }
const address = /https?:\/\/[^\s<>"]+/g
/** Ends a sentence, not an address. */
const behind = /[.,;:!?)\]}'»“”]+$/
const ownPath = /^\/(product|company\/view)\/([a-z0-9-]{36})(?:[/?#]|$)/

/** Plain text and addresses, in their order. Pure. */
export function partsOf(text: string, origin: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(address)) {
    const href = match[0].replace(behind, '')
    if (!URL.canParse(href)) continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    at = match.index + href.length
    const url = new URL(href)
    const found = url.origin === origin ? ownPath.exec(url.pathname) : null
    const path = url.pathname + url.search
    parts.push(
      found
        ? { href, own: { kind: found[1] === 'product' ? 'product' : 'company', id: found[2]!, path } }
        : { href },
    )
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

async function loadNames(ids: Record<'product' | 'company', string[]>): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const entityClass of ['product', 'company'] as const) {
    if (ids[entityClass].length === 0) continue
    const attributeFilter = { field: 'id', comparison: 'in' as const, value: ids[entityClass] }
    const { list } = await callApi(
      execute,
      { entityClass, attributeFilter, columns: ['name'] },
      { quiet: true },
    )
    for (const { id, columns } of list.filter(isRow)) {
      const name = columns['name']
      if (name !== undefined) names[id] = String(Array.isArray(name) ? name[0] : name)
    }
  }
  return names
}

export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => partsOf(text, location.origin), [text])
  const ids = useMemo(() => {
    const of = (kind: 'product' | 'company') =>
      parts.flatMap((part) => ('own' in part && part.own?.kind === kind ? [part.own.id] : [])).sort()
    return { product: of('product'), company: of('company') }
  }, [parts])
  const isAny = ids.product.length + ids.company.length > 0
  const { data: names = {} } = useSWR(isAny ? ['message links', ids] : null, () => loadNames(ids), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  return (
    <div className="messages-text">
      {parts.map((part, n) => {
        const key = `${n}`
        if ('text' in part) return <span key={key}>{part.text}</span>
        const { href, own } = part
        return own ? (
          <Link key={key} to={own.path}>
            {names[own.id] ?? href}
          </Link>
        ) : (
          <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {href}
          </a>
        )
      })}
    </div>
  )
}
