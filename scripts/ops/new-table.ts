import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { areNamesComplete, markNamesComplete } from '../../functions/adapters/aws/names-layout.ts'

/**
 * Marks a table that holds no entity yet as being of today's layout. For the first who writes to it; of any other table only
 * its upgrade knows.
 */
export async function markNewTable(client: DynamoDBClient, dynamo: Dynamo): Promise<void> {
  if (await areNamesComplete(dynamo)) return
  const heads = paginateScan(
    { client: DynamoDBDocumentClient.from(client) },
    {
      TableName: dynamo.table,
      ConsistentRead: true,
      FilterExpression: 'sk = :head',
      ExpressionAttributeValues: { ':head': 'HEAD' },
    },
  )
  for await (const { Count = 0 } of heads) if (Count > 0) return
  await markNamesComplete(dynamo)
}
