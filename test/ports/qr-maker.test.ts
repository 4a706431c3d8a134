import { expect, it } from 'vitest'
import { qrMaker } from '../../functions/adapters/common/qr-maker.ts'
import { type Run, scanRuns } from '../fixtures/scan-code.ts'

/** Reads the runs of the drawing as dots, as a scanner sees them. */
function scanned(svg: string) {
  const path = /<path d="(M[^"]+v1h[^"]+)"/.exec(svg)![1]!
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) => run.slice(1).map(Number) as Run)
  return scanRuns(runs)
}

it('draws what a scanner reads, on a page beside its address', () => {
  for (const length of [10, 800, 2000]) {
    const text = `https://inputlist.example.org/check/2026#${'aB3-'.repeat(length / 4)}`
    const svg = qrMaker.svg(text)
    expect(scanned(svg)).toBe(text)
    // It fits between the margins of a page beside its address.
    expect(Number(/width="([\d.]+)mm"/.exec(svg)![1])).toBeLessThan(75)
  }
})
