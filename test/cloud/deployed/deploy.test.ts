import { expect, inject, test } from 'vitest'
import { deploy } from '../../../scripts/cloud/deploy.ts'

const { target } = inject('stage')

test('a second deployment changes nothing', async () => {
  expect((await deploy(target)).changed).toEqual([])
})
