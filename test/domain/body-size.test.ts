import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bodyBytes } from '../../shared/rules/body-size.ts'

it('a body is counted as it is sent, and as a string of JSON', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom(...'"\\\n\t\u0001üß😀'), fc.string({ unit: 'grapheme' })),
  })
  fc.assert(
    fc.property(text, (body) => {
      expect(bodyBytes(body)).toEqual({
        sent: Buffer.byteLength(body),
        counted: Buffer.byteLength(JSON.stringify(body)),
      })
    }),
  )
})
