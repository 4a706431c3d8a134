/** Whole tables, read as they lie there. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../functions/adapters/aws/dynamo.ts'

/** Parts of a table that are read side by side. */
const segments = 4

/** Every page of a table, consistently; several at the same time, in no order. */
export async function eachPage(
  client: DynamoDBClient,
  input: ScanCommandInput,
  work: (items: Item[]) => Promise<void>,
): Promise<void> {
  const documents = DynamoDBDocumentClient.from(client)
  const readSegment = async (Segment: number) => {
    let ExclusiveStartKey: ScanCommandInput['ExclusiveStartKey']
    do {
      const page = await documents.send(
        new ScanCommand({
          ConsistentRead: true,
          ...input,
          Segment,
          TotalSegments: segments,
          ExclusiveStartKey,
        }),
      )
      if (page.Items && page.Items.length > 0) await work(page.Items as Item[])
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
  }
  await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)))
}
