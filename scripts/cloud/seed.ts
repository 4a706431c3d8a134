import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { Dynamo } from '../../functions/adapters/aws/dynamo.ts'
import { createEntityStore } from '../../functions/adapters/aws/entity-store.ts'
import { createFileStore } from '../../functions/adapters/aws/file-store.ts'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { markNewTable } from '../ops/new-table.ts'
import { seed, seedBase } from '../seed.ts'
import type { Deployed, Target } from './deploy.ts'
import { nameDemoUsers } from './people.ts'

/** The store of a deployment, as its functions open it. */
export function openStore({ cloud }: Pick<Target, 'cloud'>, { table, files }: Deployed) {
  const s3 = new S3Client({ ...cloud.client, forcePathStyle: true })
  return createEntityStore({
    dynamo: new Dynamo(new DynamoDBClient(cloud.client), table),
    bucket: createFileStore(s3, files),
  })
}

/** Writes the demonstration data, or only what nothing goes without, into the table; the indexer follows. */
export async function seedStage(
  target: Pick<Target, 'cloud'>,
  deployed: Deployed,
  { isWhole, products, subs }: { isWhole: boolean; products?: number; subs: Map<string, string> },
  say: (line: string) => void,
): Promise<void> {
  const client = new DynamoDBClient(target.cloud.client)
  await markNewTable(client, new Dynamo(client, deployed.table))
  const entities = openStore(target, deployed)
  const ports = { entities, clock: systemClock }
  if (isWhole) await seed(ports, say, { products })
  else await seedBase(ports, say)
  await nameDemoUsers(entities, subs)
}
