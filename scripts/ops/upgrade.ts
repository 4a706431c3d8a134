import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { classPartition } from '../../functions/adapters/aws/class-index.ts'
import type { Dynamo, Item } from '../../functions/adapters/aws/dynamo.ts'
import {
  classOf,
  headKey,
  idOf,
  isLive,
  metaText,
  revOf,
  stateOfItem,
} from '../../functions/adapters/aws/entity-items.ts'
import { noteNames } from '../../functions/adapters/aws/names.ts'
import {
  areNamesNoted,
  markNamesComplete,
  namesLayout,
  withdrawNamesComplete,
} from '../../functions/adapters/aws/names-layout.ts'
import { isGone } from '../../functions/adapters/aws/overflow.ts'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { transientPartition } from '../../functions/adapters/common/entity-rows.ts'
import type { FileStore } from '../../functions/ports/file-store.ts'
import { completeFields } from '../complete-fields.ts'
import { findOutdated, renewSettings } from '../index-form.ts'
import type { Command } from './command.ts'
import type { Operator } from './operator.ts'
import { reindex } from './reindex.ts'
import { eachPage } from './tables.ts'

export interface Upgraded {
  heads: number
  shortLived: number
}

export interface UpgradeOptions {
  say?: ((line: string) => void) | undefined
  /** Also what says of itself that it is of this layout: a version before may have written to it since. */
  again?: boolean | undefined
}

/** What an item says of an older layout: who names whom is noted, and its class is spread over partitions. */
async function upgradeHead(
  dynamo: Dynamo,
  bucket: Pick<FileStore, 'get'>,
  head: Item,
  again: boolean,
): Promise<boolean> {
  const partition = classPartition(classOf(head), idOf(head))
  if (!again && areNamesNoted(head) && head['class'] === partition) return false
  const { entity } = await stateOfItem(bucket, head)
  await noteNames(dynamo, entity, entity.rev)
  // Who saved it meanwhile has done the same.
  return dynamo.updateIf(
    headKey(entity.id),
    'SET #class = :class, #named = :layout',
    { expression: 'rev = :rev AND #class = :was', names: { '#class': 'class', '#named': 'named' } },
    {
      ':class': partition,
      ':was': head['class'],
      ':layout': namesLayout,
      ':rev': revOf(head),
    },
  )
}

/** Short-lived items lay in one partition for each kind. */
async function moveShortLived(dynamo: Dynamo, bucket: Pick<FileStore, 'get'>, item: Item): Promise<boolean> {
  const { pk, sk } = item
  const partition = transientPartition(sk)
  if (pk === partition) return false
  // A lease without an owner could be taken over by nobody; whoever held it has ended long ago.
  const isLease = pk === 'T#idempotency' && JSON.parse(await metaText(bucket, item))?.until !== undefined
  if (!isLease) await dynamo.put({ ...item, pk: partition }, { expression: 'attribute_not_exists(pk)' })
  await dynamo.delete({ pk, sk })
  return true
}

/**
 * Brings a table to the layout of this Inputlist, while it is in use. Cut off anywhere, the same again goes on. Entities can be
 * deleted once it is through.
 */
export async function upgradeTable(
  client: DynamoDBClient,
  dynamo: Dynamo,
  bucket: Pick<FileStore, 'get'>,
  { say = () => {}, again = false }: UpgradeOptions = {},
): Promise<Upgraded> {
  const done: Upgraded = { heads: 0, shortLived: 0 }
  if (again) await withdrawNamesComplete(dynamo)
  let seen = 0
  await eachPage(client, { TableName: dynamo.table }, async (items) => {
    for (const item of items) {
      if (item.pk.startsWith('T#')) {
        if (await moveShortLived(dynamo, bucket, item)) done.shortLived++
      } else if (item.sk === 'HEAD' && isLive(item)) {
        const isDone = await upgradeHead(dynamo, bucket, item, again).catch((error: unknown) => {
          // Erased since it was read.
          if (isGone(error)) return false
          throw error
        })
        if (isDone) done.heads++
      }
    }
    seen += items.length
    if (seen % 10_000 < items.length) say(`${seen} items looked at`)
  })
  await markNamesComplete(dynamo)
  return done
}

/** Builds the index anew where another version made it, or is to be taken to have written to it. False: not every entity is in the new one. */
async function upgradeIndex(o: Operator, again: boolean): Promise<boolean> {
  const outdated = await o.withIndex((_, client) => findOutdated(client, `inputlist-${o.stage}`))
  if (outdated.length === 0 && !again) {
    await o.withIndex((_, client) => renewSettings(client, `inputlist-${o.stage}`))
    o.say('✓ The index is of this version.')
    return true
  }
  const why =
    outdated.length > 0
      ? `is not of this version (${outdated.join('; ')})`
      : 'may have been written to by a version before'
  o.say(`The index ${why}. It is built anew beside the one in use …`)
  return reindex.run(o, { positionals: [] })
}

/** After a deployment over an older Inputlist, or after going back to one (docs/operations.md). */
export const upgrade: Command = {
  usage: '[--again]',
  async run(o, { again = false }) {
    const say = (line: string) => o.say(line)
    const done = await upgradeTable(o.dynamo, await o.table(), await o.files(), { say, again })
    o.say(
      `✓ ${done.heads} entities and ${done.shortLived} short-lived items brought to the layout of this version.`,
    )
    const fields = await completeFields({ entities: await o.store(), clock: systemClock })
    if (fields > 0) o.say(`✓ ${fields} field definitions say what this version has added to them.`)
    return upgradeIndex(o, again)
  },
}
