import { expect, it } from 'vitest'
import { readMany } from '../../functions/services/entity/many.ts'
import { companyBatchSize } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'

it('reads any number of ids in parts that the store takes, each once, a few parts side by side', async () => {
  const asked: string[][] = []
  let underWay = 0
  let most = 0
  const getMany = async (ids: string[]) => {
    asked.push(ids)
    most = Math.max(most, ++underWay)
    await Promise.resolve()
    underWay--
    return ids.filter((id) => id !== 'missing').map((id) => ({ id }) as Entity)
  }
  const ids = Array.from({ length: 9 * companyBatchSize + 1 }, (_, n) => `id-${n}`)
  const found = await readMany({ getMany }, [...ids, 'missing', ...ids.slice(0, 10)])
  expect(found.map(({ id }) => id)).toEqual(ids)
  expect(asked.map((part) => part.length)).toEqual([...Array(9).fill(companyBatchSize), 2])
  expect(most).toBe(4)
})

it('asks the store nothing about no ids', async () => {
  const getMany = () => Promise.reject(new Error('nothing is to be read'))
  expect(await readMany({ getMany }, [])).toEqual([])
})
