/** The app's calls without a browser: to choose what a test works on, and to see what has become of it. */
import { onTestFinished } from 'vitest'
import type * as z from 'zod'
import { lists } from '../../scripts/seed/lists.ts'
import { login } from '../../shared/calls/auth/domain/login.ts'
import { load as loadCompany } from '../../shared/calls/bml/company/load.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fixedIds, searchPageSize } from '../../shared/constants.ts'
import type { Contract, Envelope, OutputOf } from '../../shared/contract.ts'
import type { CompanyView } from '../../shared/model/company.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { appUrl } from './app.ts'

export const baseList = fixedIds.list.base

export interface Api {
  call<C extends Contract>(contract: C, input: z.input<C['input']>): Promise<OutputOf<C>>
  /** For requests beside the calls. */
  headers(): Record<string, string>
  product(id: string, rev?: number): Promise<ProductView>
  /** Ids of all products that this user may see, in the order of their names. */
  productIds(): Promise<string[]>
}

async function ask<T>(
  method: 'GET' | 'POST',
  path: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const payload = JSON.stringify(input)
  const address = `${appUrl()}${path}`
  const response = await (method === 'GET'
    ? fetch(`${address}?__payload=${encodeURIComponent(payload)}`, { headers })
    : fetch(address, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: payload,
      }))
  return (await response.json()) as T
}

/** Signs a demonstration user in without a browser. */
export async function apiAs(user: string): Promise<Api> {
  const { token } = await ask<{ token: string }>('POST', '/_dev/token', { user })
  let jwt: string | undefined
  const call = async <C extends Contract>(contract: C, input: z.input<C['input']>): Promise<OutputOf<C>> => {
    const answer = await ask<Envelope<OutputOf<C>>>(
      contract.method,
      `/api/${contract.name}`,
      input,
      jwt ? { authorization: `Bearer ${jwt}` } : {},
    )
    if (!answer.ok) throw new Error(`${contract.name}: ${answer.code}: ${answer.message}`)
    return answer.data
  }
  jwt = (await call(login, { token })).jwt
  return {
    call,
    headers: () => ({ authorization: `Bearer ${jwt}` }),
    product: async (id, rev) => (await call(load, rev ? { id, rev } : { id })) as ProductView,
    async productIds() {
      const ids: string[] = []
      for (let start = 0; ; start += searchPageSize) {
        const page = await call(search, {
          pagination: { start, limit: searchPageSize },
          sorting: ['name:asc'],
          columns: ['name'],
        })
        ids.push(...page.list.map((row) => row.id))
        if (page.list.length < searchPageSize) return ids
      }
    },
  }
}

/** A product of this test alone, in a national list too; it is deleted at its end. */
export async function newProduct(api: Api, name: string, list?: string): Promise<string> {
  const { id, rev } = await api.call(create, {})
  const add = (key: string, value: unknown) => ({
    op: 'add' as const,
    path: `/listData/${baseList}/${key}`,
    value,
  })
  const category = fixedIds.mainCategory.fertilisers
  const patch = [add('basis-f1', { textValue: name }), add('_category', category)]
  const made = await api.call(save, { id, rev, patch })
  if (list) await api.call(addlist, { id, rev: made.rev, list })
  onTestFinished(async () => {
    const now = await api.product(id)
    if (now.disabled) return
    // Nothing may derive from what is deleted.
    if (now.data.derivedProductId) await api.call(setderived, { id, rev: now.rev, parent: null })
    await api.call(disable, { id })
  })
  return id
}

/** Products that tests of this file work on: they do not meet. */
const taken = new Set<string>()
/** The first product of this user that fits, by name. */
export async function takeProduct(
  api: Api,
  fits: (view: ProductView) => boolean | Promise<boolean>,
): Promise<ProductView> {
  for (const id of await api.productIds()) {
    if (taken.has(id)) continue
    const view = await api.product(id)
    if (!(await fits(view))) continue
    taken.add(id)
    return view
  }
  throw new Error('no product of the demonstration data fits')
}

/** The first company of this user that fits, by name. */
export async function companyOf(api: Api, fits: (view: CompanyView) => boolean): Promise<CompanyView> {
  const { list } = await api.call(execute, {
    entityClass: 'company',
    onlyIds: true,
    pagination: { start: 0, limit: 250 },
    sorting: ['name:asc'],
  })
  for (const id of list as string[]) {
    const view = await api.call(loadCompany, { id })
    if (fits(view)) return view
  }
  throw new Error('no company of the demonstration data fits')
}

export const nameOf = (view: ProductView): string =>
  (view.data.listData[baseList]?.['basis-f1'] as { textValue: string } | undefined)?.textValue ?? ''
export const addressOf = (view: ProductView, list = baseList) => `/product/${view.id}/${list}`

/** German title of a list of the demonstration. */
export const listTitle = (id: string): string =>
  id === baseList ? 'Basisdaten' : (lists.find((list) => list.id === id)?.data.title['de_DE'] ?? id)
