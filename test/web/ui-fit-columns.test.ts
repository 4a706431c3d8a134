import { expect, it } from 'vitest'
import { fitColumns } from '../../web/ui/fit-columns.ts'

it('a head of one word with wide letters has room for it in one line', () => {
  const column = { id: 'number', title: 'Kundennummer', isDefault: true, width: 100 }
  const [fitted] = fitColumns([column], 1000, () => true)
  // As drawn: 113 px, its padding and the arrow 52.
  expect(fitted!.width).toBeGreaterThanOrEqual(165)
})
