import { createHash } from 'node:crypto'
import type { Item } from '../../../functions/adapters/aws/dynamo.ts'
import { classOf, idOf, isLive, metaText } from '../../../functions/adapters/aws/entity-items.ts'
import { readText } from '../../../functions/adapters/aws/overflow.ts'
import { unpackBody } from '../../../functions/adapters/common/body.ts'
import type { FileStore } from '../../../functions/ports/file-store.ts'
import type { Operator } from '../operator.ts'
import { eachPage } from '../tables.ts'

/**
 * The state of a head, spelled: all of the entity but its revision and who wrote it when, which a restore makes anew;
 * with the unique values that it holds.
 */
export async function spell(files: Pick<FileStore, 'get'>, head: Item): Promise<string> {
  const [meta, body] = await Promise.all([metaText(files, head), readText(files, head, 'body')])
  const { attributeset, created, createdBy, disabled, unique = [] } = JSON.parse(meta)
  const envelope = { attributeset, created, createdBy, disabled, unique: [...unique].sort() }
  return JSON.stringify([head.pk, classOf(head), envelope, unpackBody(body)])
}

/** What a table says, in a form that two tables can be compared by. */
export interface Digest {
  entities: number
  byClass: Record<string, number>
  /** Over the states of all entities, in hexadecimal, whatever their order. */
  hash: string
  /** Over all unique values and who holds them. */
  uniqueHash: string
}

/** Sum of the hashes of lines: the same for the same lines in any order, and for no others. */
function sumOfHashes() {
  let sum = 0n
  return {
    add(line: string) {
      sum = (sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % 2n ** 256n
    },
    hex: () => sum.toString(16).padStart(64, '0'),
  }
}

/** `running`: jobs whose states, and what they hold, are left out. */
export async function digest(
  o: Operator,
  table: string,
  running: readonly { id: string }[] = [],
): Promise<Digest> {
  const isLeftOut = new Set<unknown>(running.map(({ id }) => id))
  const files = await o.files()
  const [states, uniques] = [sumOfHashes(), sumOfHashes()]
  const byClass: Record<string, number> = {}
  let entities = 0
  await eachPage(o.dynamo, { TableName: table }, async (items) => {
    for (const item of items) {
      if (item.sk === 'U' && !isLeftOut.has(item['meta']))
        uniques.add(JSON.stringify([item.pk, item['meta']]))
      if (item.sk !== 'HEAD' || !isLive(item)) continue
      if (!isLeftOut.has(idOf(item))) states.add(await spell(files, item))
      const name = classOf(item)
      byClass[name] = (byClass[name] ?? 0) + 1
      entities++
    }
  })
  return { entities, byClass, hash: states.hex(), uniqueHash: uniques.hex() }
}
