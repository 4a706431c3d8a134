import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { chunksOf } from '../../shared/chunks.ts'
import { dayMs } from '../../shared/rules/dates.ts'
import type { Command } from './command.ts'
import type { Operator } from './operator.ts'
import { eachPage } from './tables.ts'

/** Objects of a page are removed so many at once. */
const atOnce = 50

/**
 * States in the bucket that no item names: left behind by saves that died. Only what was written before `before` is
 * looked at: a state is written before the item that names it.
 */
export async function findUnnamed(o: Operator, before: Date): Promise<{ key: string; bytes: number }[]> {
  const found = new Map<string, number>()
  const pages = paginateListObjectsV2(
    { client: o.s3 },
    { Bucket: await o.output('Data', 'FilesBucket'), Prefix: 'overflow/' },
  )
  for await (const { Contents = [] } of pages)
    for (const { Key, Size = 0, LastModified } of Contents)
      if (Key && LastModified && LastModified < before) found.set(Key, Size)
  if (found.size > 0)
    await eachPage(o.dynamo, { TableName: (await o.table()).table }, async (items) => {
      for (const item of items)
        for (const name of ['metaAt', 'bodyAt']) {
          const place = item[name]
          if (typeof place === 'string') found.delete(place)
        }
    })
  return [...found].map(([key, bytes]) => ({ key, bytes }))
}

export async function removeUnnamed(o: Operator, keys: string[]): Promise<void> {
  const files = await o.files()
  for (const some of chunksOf(keys, atOnce)) await Promise.all(some.map((key) => files.delete(key)))
}

/** Finds large states that nothing names any more, and removes them if told to. */
export const sweep: Command = {
  usage: '[--yes]',
  async run(o, { yes }) {
    const unnamed = await findUnnamed(o, new Date(Date.now() - dayMs))
    const bytes = unnamed.reduce((sum, one) => sum + one.bytes, 0)
    o.say(
      `${unnamed.length} large states (${(bytes / 1e6).toFixed(1)} MB), older than a day, are named by nothing.`,
    )
    if (unnamed.length === 0) return true
    if (!yes) o.say('Nothing was removed. With --yes they are; their versions stay for 90 days.')
    else {
      await removeUnnamed(
        o,
        unnamed.map(({ key }) => key),
      )
      o.say('They are removed; their versions stay for 90 days.')
    }
    return true
  },
}
