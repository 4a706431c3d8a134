import {
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import type { Deployed, Target } from './deploy.ts'

/** Switches on what the template says of the table, and the emulator does not take from it. */
export async function completeTable({ cloud }: Target, { table: TableName }: Deployed): Promise<void> {
  const dynamo = new DynamoDBClient(cloud.client)
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  await dynamo.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }))
  const TimeToLiveSpecification = { AttributeName: 'expires', Enabled: true }
  await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}
