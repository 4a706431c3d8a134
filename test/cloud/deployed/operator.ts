/** The operator of the stage that the tests share. */
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import { inject } from 'vitest'
import { awaitCounts, countHeads } from '../../../scripts/ops/index-counts.ts'
import { createOperator, type Operator } from '../../../scripts/ops/operator.ts'
import { appUrl } from '../../e2e/app.ts'
import { stageName } from './tools.ts'

/** What a test's operator was told, line by line. */
export interface TestOperator extends Operator {
  lines: string[]
}

export function openOperator(): TestOperator {
  const { target } = inject('stage')
  const lines: string[] = []
  const operator = createOperator({
    stage: stageName,
    client: target.cloud.client,
    indexUrl: target.indexUrl,
    address: appUrl(),
    say: (line) => lines.push(line),
  })
  return Object.assign(operator, { lines })
}

/** Takes away what another test has poisoned the table with: nobody can read it. */
export async function removePoison(o: Operator): Promise<void> {
  const Key = { pk: { S: 'E#00000000-0000-4000-8000-000000000001' }, sk: { S: 'HEAD' } }
  await o.dynamo.send(new DeleteItemCommand({ TableName: (await o.table()).table, Key }))
}

/** Until the index holds what the table holds: it follows the seed for some minutes on a busy machine. */
export async function followed(o: Operator): Promise<void> {
  const end = Date.now() + 360_000
  for (;;) {
    const wrong = await awaitCounts(o, () => countHeads(o))
    if (wrong.length === 0) return
    if (Date.now() > end) throw new Error(`the index does not follow: ${JSON.stringify(wrong)}`)
  }
}
