import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { findParts } from '../../lib/parts/find-parts.ts'
import { organisationStage } from '../../scripts/stage-examples.ts'
import { type Built, build } from './build.ts'
import { limits } from './limits.ts'

let built: Built[]
beforeAll(async () => {
  const parts = await findParts()
  built = [build(parts), build(parts, { ...organisationStage, INPUTLIST_STAGE: 'prod' })]
}, 120_000)
/** In bands, so that the page does not change with every call. */
const nearness = (share: number) =>
  share <= 0.5 ? 'up to half' : share <= 0.8 ? 'up to four fifths' : 'to its end'
const used = ({ measure }: (typeof limits)[number]) => Math.max(...built.map(measure))

describe('limits of AWS', () => {
  it.each(limits.map((limit) => [limit.what, limit] as const))('%s', (_, limit) => {
    expect(used(limit)).toBeGreaterThan(0)
    expect(used(limit) / limit.limit).toBeLessThanOrEqual(limit.share ?? 0.8)
  })

  it('stand in docs/limits.md, with how near Inputlist comes to them', () => {
    const text = readFileSync('docs/limits.md', 'utf8')
    const missing = limits.flatMap((limit) => {
      const near = nearness(used(limit) / limit.limit)
      const row = `| ${limit.what} | ${limit.limit.toLocaleString('en')} ${limit.unit}`.trimEnd()
      const line = `${row} | ${near} | [AWS](${limit.source}) |`
      return text.includes(line) ? [] : [line]
    })
    expect(missing).toEqual([])
  })
})
