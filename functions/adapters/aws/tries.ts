import { jobKey } from '../common/job-rows.ts'
import type { Dynamo } from './dynamo.ts'

/** A message is in its queue for ten days at most. */
const lifeSeconds = 11 * 24 * 3600

/** Counts a try of a message, by the id that its queue gave it, and gives how many there were with this one. */
export const createTryCounter =
  (dynamo: Dynamo, now: () => number = Date.now) =>
  async (message: string): Promise<number> => {
    const { tries } = await dynamo.update({
      Key: { pk: jobKey(`message#${message}`), sk: 'TRIES' },
      UpdateExpression: 'SET #expires = :expires ADD #tries :one',
      ExpressionAttributeNames: { '#expires': 'expires', '#tries': 'tries' },
      ExpressionAttributeValues: {
        ':expires': Math.ceil(now() / 1000) + lifeSeconds,
        ':one': 1,
      },
    })
    return Number(tries)
  }
