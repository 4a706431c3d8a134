import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { qrMaker } from '../../functions/adapters/common/qr-maker.ts'

/** Draws the runs of the drawing as dots, as a scanner sees them. */
function scanned(svg: string, scale = 3) {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)![1])
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  const path = /<path d="([^"]+)"/.exec(svg)![1]!
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      data.fill(
        0,
        (row * width + Number(x) * scale) * 4,
        (row * width + (Number(x) + Number(length)) * scale) * 4,
      )
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  return decodeQR({ width, height: width, data })
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
