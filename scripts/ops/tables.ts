/** Whole tables, read as they lie there. */
import { type DynamoDBClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb'
import type { Item } from '../../functions/adapters/aws/dynamo.ts'

/** Parts of a table that are read side by side. */
const segments = 4

/** Every page of a table, consistently; several at the same time, in no order. */
export async function eachPage(
  client: DynamoDBClient,
  input: ScanCommandInput,
  work: (items: Item[]) => Promise<void>,
): Promise<void> {
  const readSegment = async (Segment: number) => {
    let ExclusiveStartKey: Item | undefined
    do {
      const page = await client.send(
        new ScanCommand({
          ConsistentRead: true,
          ...input,
          Segment,
          TotalSegments: segments,
          ExclusiveStartKey,
        }),
      )
      if (page.Items && page.Items.length > 0) await work(page.Items)
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
  }
  await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)))
}
