import type { ImportMemory, RegisterThing, Remembered } from '../../ports/import-memory.ts'
import { unpackBody } from '../common/body.ts'
import { formerKeys, memoryKey, valueOfFormer } from '../common/import-memory.ts'
import type { Dynamo, Item } from './dynamo.ts'
import { type Bucket, dropText, isGone, readText, type Stored, storeText } from './overflow.ts'

const attempts = 3

/** A memory as an item, and the place in the bucket of what it replaces: to be dropped once it is written. */
export async function memoryItem(
  dynamo: Dynamo,
  bucket: Bucket,
  { thing, value }: Remembered,
): Promise<{ item: Item; stored: Stored; replaced: Pick<Stored, 'place'> }> {
  const [before, stored] = await Promise.all([
    dynamo.get(memoryKey(thing), ['bodyAt']),
    storeText(bucket, 'import-memory', 'body', JSON.stringify(value) ?? 'null'),
  ])
  const place = before?.['bodyAt'] as string | undefined
  return { item: { ...memoryKey(thing), ...stored.attributes }, stored, replaced: { place } }
}

export function createImportMemory(dynamo: Dynamo, bucket: Bucket): ImportMemory {
  const textOf = async (item: Item, name: string): Promise<unknown> =>
    JSON.parse(unpackBody(await readText(bucket, item, name)))
  /** Read again where it was replaced between the table and the bucket. */
  async function current(thing: RegisterThing): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const item = await dynamo.get(memoryKey(thing))
      try {
        return item && (await textOf(item, 'body'))
      } catch (error) {
        if (!isGone(error) || attempt === attempts) throw error
      }
    }
  }
  return {
    async get(thing) {
      const known = await current(thing)
      if (known !== undefined) return known
      for (const key of formerKeys(thing)) {
        const former = await dynamo.get(key)
        if (former) return valueOfFormer(await textOf(former, 'meta'))
      }
      return undefined
    },
    async put(memory) {
      const { item, replaced } = await memoryItem(dynamo, bucket, memory)
      await dynamo.put(item)
      await dropText(bucket, replaced)
    },
  }
}
