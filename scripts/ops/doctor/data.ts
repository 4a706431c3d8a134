/** The table, the bucket, the keys. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { DescribeKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { GetBucketVersioningCommand } from '@aws-sdk/client-s3'
import type { Dynamo } from '../../../functions/adapters/aws/dynamo.ts'
import { areNamesComplete } from '../../../functions/adapters/aws/names-layout.ts'
import { entityClasses, entityClassNames } from '../../../shared/model/entity-classes.ts'
import type { Operator } from '../operator.ts'
import { type Check, type Finding, fine, see, unknown, wrong } from './finding.ts'

const deploy = 'deploy the stack Data; somebody has changed it past the deployment'

const upgrade = ({ stage }: Pick<Operator, 'stage'>) => `npm run ops -- upgrade --stage ${stage}`

/** Whether an entity of a class that is spread over partitions still lies in the class itself. */
async function holdsOlderHeads(dynamo: Dynamo): Promise<boolean> {
  for (const entityclass of entityClassNames.filter((name) => !entityClasses[name].isReference)) {
    const { items } = await dynamo.query({
      IndexName: 'by-class',
      KeyConditionExpression: '#class = :class',
      ExpressionAttributeNames: { '#class': 'class' },
      ExpressionAttributeValues: { ':class': entityclass },
      Limit: 1,
    })
    if (items.length > 0) return true
  }
  return false
}

export const table: Check = {
  name: 'The table',
  async look(o) {
    const TableName = await o.output('Data', 'TableName')
    const [{ Table }, { ContinuousBackupsDescription }, { TimeToLiveDescription }] = await Promise.all([
      o.dynamo.send(new DescribeTableCommand({ TableName })),
      o.dynamo.send(new DescribeContinuousBackupsCommand({ TableName })),
      o.dynamo.send(new DescribeTimeToLiveCommand({ TableName })),
    ])
    const kept = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
    const byClass = Table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === 'by-class')
    const { StreamEnabled, StreamViewType } = Table?.StreamSpecification ?? {}
    const found: Finding[] = []
    if (Table?.TableStatus !== 'ACTIVE')
      found.push(wrong(`The table is ${Table?.TableStatus}`, see('the-table-fails')))
    if (!byClass || (byClass.IndexStatus && byClass.IndexStatus !== 'ACTIVE'))
      found.push(wrong(`The table's index by class is ${byClass?.IndexStatus ?? 'not there'}`, deploy))
    if (!StreamEnabled || StreamViewType !== 'NEW_IMAGE')
      found.push(wrong('The table’s stream is off: nothing new is indexed', `${deploy}, then reindex`))
    if (kept !== 'ENABLED')
      found.push(wrong('Point-in-time recovery is off: nothing could be restored', deploy))
    if (
      TimeToLiveDescription?.TimeToLiveStatus !== 'ENABLED' ||
      TimeToLiveDescription.AttributeName !== 'expires'
    )
      found.push(wrong('Time to live is off: short-lived items stay for ever', deploy))
    if (!(await areNamesComplete(await o.table())))
      found.push(
        wrong(
          'Deleting, and changing whether a standard is a basic test, is refused: an older version has written entities without noting which others they name, so nobody can tell whether one is still in use',
          upgrade(o),
        ),
      )
    if (await holdsOlderHeads(await o.table()))
      found.push(
        wrong(
          'Entities that an older version wrote lie all in one partition of the index by class, which slows saves down when many write at once',
          upgrade(o),
        ),
      )
    if (found.length === 0)
      found.push(fine('The table is active, with stream, time to live and point-in-time recovery'))
    if (o.isLocal) found.push(unknown('Deletion protection', 'a stage on one machine is thrown away'))
    else if (!Table?.DeletionProtectionEnabled) found.push(wrong('The table may be deleted', deploy))
    return found
  },
}

export const bucket: Check = {
  name: 'The bucket of files',
  async look(o) {
    const Bucket = await o.output('Data', 'FilesBucket')
    const { Status } = await o.s3.send(new GetBucketVersioningCommand({ Bucket }))
    return Status === 'Enabled'
      ? fine('The bucket of files keeps versions')
      : wrong('The bucket of files keeps no versions: large states could not be restored', deploy)
  },
}

export const keys: Check = {
  name: 'The keys',
  async look(o) {
    const kms = new KMSClient(o.client)
    const ids = await o.resources('Data', 'AWS::KMS::Key')
    const found: Finding[] = []
    for (const KeyId of ids) {
      const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId }))
      if (KeyMetadata?.KeyState === 'Enabled') continue
      found.push(
        wrong(
          `The key ${KeyId} (${KeyMetadata?.Description}) is ${KeyMetadata?.KeyState}`,
          'enable it in KMS at once',
        ),
      )
    }
    if (ids.length === 0) found.push(wrong('The stack Data has no keys', 'deploy'))
    return found.length > 0 ? found : fine(`${ids.length} keys are enabled`)
  },
}
