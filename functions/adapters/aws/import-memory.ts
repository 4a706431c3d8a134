import type { ImportMemory, Remembered } from '../../ports/import-memory.ts'
import { unpackBody } from '../common/body.ts'
import { formerKeys, memoryKey, valueOfFormer } from '../common/import-memory.ts'
import type { Dynamo, Item } from './dynamo.ts'
import { type Bucket, readText, type Stored, storeText } from './overflow.ts'

/** A memory as an item. A large one lies in the bucket; what it replaces there stays, named by nothing. */
export async function memoryItem(
  bucket: Bucket,
  { thing, value }: Remembered,
): Promise<{ item: Item; stored: Stored }> {
  const stored = await storeText(bucket, 'import-memory', 'body', JSON.stringify(value) ?? 'null')
  return { item: { ...memoryKey(thing), ...stored.attributes }, stored }
}

export function createImportMemory(dynamo: Dynamo, bucket: Bucket): ImportMemory {
  const textOf = async (item: Item, name: string): Promise<unknown> =>
    JSON.parse(unpackBody(await readText(bucket, item, name)))
  return {
    async get(thing) {
      const item = await dynamo.get(memoryKey(thing))
      if (item) return textOf(item, 'body')
      for (const key of formerKeys(thing)) {
        const former = await dynamo.get(key)
        if (former) return valueOfFormer(await textOf(former, 'meta'))
      }
      return undefined
    },
    async put(memory) {
      await dynamo.put((await memoryItem(bucket, memory)).item)
    },
  }
}
