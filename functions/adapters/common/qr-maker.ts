import { encodeQR } from 'qr'
import type { QrMaker } from '../../ports/qr-maker.ts'

/** Of one dot, as cheap scanners tell them apart on what office printers print. */
const dotMm = 0.42
/** Dots that must be free around it (ISO/IEC 18004). */
const free = 4

/** Black dots of a line, as runs. */
const runs = (line: readonly boolean[], y: number): string =>
  [
    ...line
      .map((on) => (on ? '1' : '0'))
      .join('')
      .matchAll(/1+/g),
  ]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')

export const qrMaker: QrMaker = {
  svg(text) {
    // What is printed is whole: few dots are read more easily than many that mend each other.
    const dots = encodeQR(text, 'raw', { ecc: 'low', border: free })
    const size = dots.length
    const mm = (size * dotMm).toFixed(1)
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${mm}mm" height="${mm}mm" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dots.map(runs).join('')}"/></svg>`
  },
}
