import { SQSClient } from '@aws-sdk/client-sqs'
import { type Command, UsageError } from './command.ts'
import { replay as send } from './replay/letters.ts'
import { replayStream, streamReplayed } from './replay/stream.ts'

/** Sends parked dead letters back to their workers, once each; of the stream, puts the index right. */
export const replay: Command = {
  usage: '<kind of job> | stream',
  async run(o, { positionals: [kind] }) {
    if (!kind) throw new UsageError('Which kind of job? The alarm, and the doctor, name it.')
    const sqs = new SQSClient(o.client)
    if (kind === 'stream') {
      const [dynamo, entities] = await Promise.all([o.table(), o.store()])
      const log = (fields: Record<string, unknown>) => o.say(JSON.stringify(fields))
      const done = await o.withIndex((index) =>
        replayStream({ sqs, stage: o.stage, dynamo, entities, index, log }),
      )
      o.say(streamReplayed(done))
      return done.failed === 0
    }
    o.say(`${await send(sqs, o.stage, kind)} messages are on their way again.`)
    return true
  },
}
