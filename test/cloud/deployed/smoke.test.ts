import { DeleteTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { expect, inject, test } from 'vitest'
import { readAccounts } from '../../../scripts/ops/people.ts'
import { smoke } from '../../../scripts/ops/smoke.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { apiAs } from '../../e2e/api.ts'
import { openOperator } from './operator.ts'
import { bodiesIn, until } from './tools.ts'

const { target, deployed } = inject('stage')

test('the smoke test finds nothing wrong with a stage that is well, and leaves nothing behind', async () => {
  const o = openOperator()
  const before = (await readAccounts(o)).length
  const isFine = await smoke.run(o, { positionals: [], long: true })
  expect(o.lines.filter((line) => line.startsWith('✗'))).toEqual([])
  // Each of these is something that the emulator does not do.
  expect(o.lines.filter((line) => line.startsWith('–'))).toEqual([
    expect.stringContaining('Metrics of queues'),
    expect.stringContaining('A poisoned record'),
  ])
  expect(isFine).toBe(true)
  const said = o.lines.join('\n')
  expect(said).toMatch(/a second one did\n.*The search found it/)
  expect(said).toMatch(/✓ A product of [45]\.\d MB was loaded, packed as (br|gzip)/)
  expect(said).toContain('✓ A job has set a flag')
  expect(said).toMatch(/✓ A confirmation was printed, signed, mailed to \S+, and is valid by its number/)
  expect(said).toMatch(/✓ The schedule \S+ was switched on and off, and is as it was/)
  expect(said).toContain('✓ A product was exported')
  expect(said).toContain('✓ A report of a product was printed')
  expect(said).toContain('✓ An error goes to who asked')
  expect(said).toContain('✓ Work that cannot be done was given up and is kept')
  // The rehearsal of a restore compares, changes nothing, and leaves the restored table to a person.
  expect(said).toMatch(/Nothing was changed[\s\S]*✓ The table was restored to /)
  const { TableNames = [] } = await o.dynamo.send(new ListTablesCommand({}))
  const restored = TableNames.filter((name) => name.startsWith(`${deployed.table}-restored-`))
  expect(restored.length).toBeGreaterThan(0)
  for (const TableName of restored) await o.dynamo.send(new DeleteTableCommand({ TableName }))
  expect(await bodiesIn('import-parked')).toEqual([])

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
