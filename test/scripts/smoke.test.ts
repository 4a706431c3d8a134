/** What single steps of the smoke test find, with answers that only an account gives. */
import { expect, it } from 'vitest'
import { errorsAreTheirOwn } from '../../scripts/ops/smoke/errors.ts'

it('an edge that keeps errors is found by two of them that are one', async () => {
  const whose = (id: string, status = 404) => ({
    ask: async () => ({
      status,
      body: JSON.stringify({ ok: false, code: 'not_found', message: '', id }),
      encoding: null,
    }),
  })
  const asked = (first: string, second: string, status?: number) =>
    errorsAreTheirOwn({ first: whose(first, status), second: whose(second, status) } as never)
  expect(await asked('a', 'b')).toMatchObject({ is: 'fine' })
  expect(await asked('a', 'a')).toMatchObject({
    is: 'wrong',
    what: expect.stringContaining('request a, then a'),
  })
  expect(await asked('a', 'b', 200)).toMatchObject({ is: 'wrong' })
})
