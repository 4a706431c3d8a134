import { expect, inject, test } from 'vitest'
import { readAccounts } from '../../../scripts/ops/people.ts'
import { smoke } from '../../../scripts/ops/smoke.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { apiAs } from '../../e2e/api.ts'
import { openOperator } from './operator.ts'
import { until } from './tools.ts'

const { target, deployed } = inject('stage')

test('the smoke test finds nothing wrong with a stage that is well, and leaves nothing behind', async () => {
  const o = openOperator()
  const before = (await readAccounts(o)).length
  const isFine = await smoke.run(o, { positionals: [] })
  expect(o.lines.filter((line) => !line.startsWith('✓'))).toEqual([])
  expect(isFine).toBe(true)
  expect(o.lines.join('\n')).toMatch(/a second one did\n.*The search found it/)

  expect((await readAccounts(o)).length).toBe(before)
  const users = await fetch(target.cloud.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
    },
    body: JSON.stringify({ UserPoolId: deployed.poolId }),
  })
  expect(await users.text()).not.toContain('smoke-')
  const api = await apiAs('admin')
  await until('the index has forgotten the product', async () => {
    const input = { pagination: { start: 0, limit: 10 }, sorting: [], columns: ['name'], name: 'Smoke test' }
    return (await api.call(search, input)).list.length === 0
  })
})
