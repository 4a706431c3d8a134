/** What lists show the public: by a function of its own behind the edge, from the table and the search domain. */
import { expect, onTestFinished, test } from 'vitest'
import { get } from '../../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../../shared/calls/eav/entity/updatefrompatch.ts'
import { apiAs, baseList } from '../../e2e/api.ts'
import { appUrl } from '../../e2e/app.ts'
import { until } from './tools.ts'

test('a list that is opened is searched and taken by anybody; a closed one is unknown again', async () => {
  const api = await apiAs('admin')
  const turn = async (isOn: boolean) => {
    const { rev, data } = await api.call(get, { id: baseList })
    if ((data['publicSearchOn'] ?? false) === isOn) return
    await api.call(updatefrompatch, {
      id: baseList,
      rev,
      patch: [{ op: 'add', path: '/publicSearchOn', value: isOn }],
    })
  }
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${appUrl()}/public/v1/lists${path}`, { headers })
  await turn(true)
  onTestFinished(() => turn(false))
  let found: { count: number; products: { id: string; name: string }[] } | undefined
  await until('the list is told with its products', async () => {
    const answer = await ask(`/${baseList}/products?lang=de&size=3`)
    if (answer.status !== 200) return false
    found = (await answer.json()) as typeof found
    return true
  })
  expect(found!.products).toHaveLength(Math.min(3, found!.count))
  const data = await ask(`/${baseList}/data.json`)
  expect(data.status).toBe(200)
  const tag = data.headers.get('etag')
  expect(tag).toBeTruthy()
  expect((await ask(`/${baseList}/data.json`, { 'if-none-match': tag! })).status).toBe(304)
  expect((await fetch(`${appUrl()}/public/lists/${baseList}`)).headers.get('content-type')).toMatch(
    /^text\/html/,
  )
  await turn(false)
  await until('the list is unknown', async () => (await ask(`/${baseList}/products`)).status === 404)
})
