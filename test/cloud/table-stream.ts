/**
 * The table's stream, read as a change feed: what the indexer's event source does in the cloud, in the form that the
 * contract suites want. It knows one shard, as DynamoDB Local has within its first hours.
 */
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { changeOfImage } from '../../functions/adapters/aws/entity-items.ts'
import type { Bucket } from '../../functions/adapters/aws/overflow.ts'
import type { Change, ChangeFeed } from '../../functions/ports/entity-store.ts'
import { region } from '../../scripts/cloud/dynamo-local.ts'

type Image = Parameters<typeof changeOfImage>[0]
interface StreamRecord {
  eventName: string
  dynamodb: { SequenceNumber: string; NewImage?: Image }
}

/** Speaks the stream's protocol itself: it is four requests, and only tests make them. */
async function ask<T>(endpoint: string, operation: string, body: unknown): Promise<T> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`)
  return (await answer.json()) as T
}

export async function openTableStream(
  endpoint: string,
  client: DynamoDBClient,
  table: string,
  bucket: Pick<Bucket, 'get'>,
): Promise<Pick<ChangeFeed, 'read' | 'end'> & { records(after?: string): Promise<StreamRecord[]> }> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }))
  const StreamArn = Table!.LatestStreamArn!
  const { StreamDescription } = await ask<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
    endpoint,
    'DescribeStream',
    { StreamArn },
  )
  const [shard, ...others] = StreamDescription.Shards
  if (!shard || others.length > 0) throw new Error('expected one shard')

  async function* batches(after?: string) {
    const from = after
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
      : { ShardIteratorType: 'TRIM_HORIZON' }
    let { ShardIterator } = await ask<{ ShardIterator?: string }>(endpoint, 'GetShardIterator', {
      StreamArn,
      ShardId: shard!.ShardId,
      ...from,
    })
    while (ShardIterator) {
      const page: { Records: StreamRecord[]; NextShardIterator?: string } = await ask(
        endpoint,
        'GetRecords',
        {
          ShardIterator,
        },
      )
      if (page.Records.length === 0) return
      yield page.Records
      ShardIterator = page.NextShardIterator
    }
  }
  async function records(after?: string): Promise<StreamRecord[]> {
    const all: StreamRecord[] = []
    for await (const batch of batches(after)) all.push(...batch)
    return all
  }
  let known: string | undefined
  let newest: string | undefined
  return {
    records,
    async read(after, limit) {
      const changes: Change[] = []
      for await (const batch of batches(after)) {
        for (const { dynamodb } of batch) {
          const change =
            dynamodb.NewImage && (await changeOfImage(dynamodb.NewImage, dynamodb.SequenceNumber, bucket))
          if (change) changes.push(change)
          if (changes.length === limit) return changes
        }
      }
      return changes
    },
    async end() {
      for (const { dynamodb } of await records(known)) {
        known = dynamodb.SequenceNumber
        if (dynamodb.NewImage?.['sk']?.S === 'HEAD') newest = known
      }
      return newest
    },
  }
}
