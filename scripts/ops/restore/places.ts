import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import type { Item } from '../../../functions/adapters/aws/dynamo.ts'
import type { Operator } from '../operator.ts'

/** Places in the bucket that an item names. */
export const placesOf = (item: Item): string[] =>
  [item['metaAt'], item['bodyAt']].filter((place) => typeof place === 'string')

/** Large states in the bucket. An erasure deletes them, which leaves their versions for 90 days. */
export async function openPlaces(o: Operator) {
  const Bucket = await o.output('Data', 'FilesBucket')
  const files = await o.files()
  const isThere = (place: string) => files.has(place)
  return {
    isThere,
    /** Takes the deletion of a place back. False if no version of it is left. */
    async bringBack(Key: string): Promise<boolean> {
      const { DeleteMarkers = [] } = await o.s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }))
      for (const { Key: key, VersionId } of DeleteMarkers)
        if (key === Key) await o.s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
      return isThere(Key)
    },
  }
}
export type Places = Awaited<ReturnType<typeof openPlaces>>
