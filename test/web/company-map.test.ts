import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aspect,
  borderPath,
  heights,
  landPath,
  placeAt,
  pointOf,
  viewAround,
  wholePair,
} from '../../web/features/companies/model/geo.ts'

describe('the map of coordinates', () => {
  it('has the place in its middle, near and far', () => {
    const place = fc.record({
      lat: fc.integer({ min: -80, max: 80 }),
      lon: fc.integer({ min: -180, max: 180 }),
    })
    fc.assert(
      fc.property(place, fc.nat(heights.length - 1), (at, level) => {
        const view = viewAround(at, level)
        const { x, y } = pointOf(at, view)
        expect(view.box.x + view.box.width / 2).toBeCloseTo(x)
        expect(view.box.y + view.box.height / 2).toBeCloseTo(y)
        expect(view.box.width / view.box.height).toBe(aspect)
        const chosen = placeAt(0.5, 0.5, view)
        expect([chosen.lat, chosen.lon]).toEqual([expect.closeTo(at.lat), expect.closeTo(at.lon)])
      }),
    )
  })
  it('takes what is clicked above the world for its edge, and over the date line for what is drawn there', () => {
    const east = viewAround({ lat: 80, lon: 170 }, heights.length - 1)
    expect(placeAt(1, 0, east)).toEqual({ lat: 90, lon: -20 })
    const west = viewAround({ lat: -20, lon: -170 }, heights.length - 1)
    expect(placeAt(0, 0.5, west)).toEqual({ lat: -20, lon: 20 })
  })
  it('draws north up, and over the date line without a stroke around the world', () => {
    expect(borderPath([[[8, 47] as const, [9, 46] as const]])).toBe('M8.00,-47.00L9.00,-46.00')
    const acrossTheDateLine = [[179, 65] as const, [-179, 66] as const]
    expect(borderPath([acrossTheDateLine])).toBe('M179.00,-65.00L181.00,-66.00')
    const around = [-120, 0, 120, -120].map((lon) => [lon, -70] as const)
    expect(landPath([[around]])).toBe(
      'M-120.00,70.00L0.00,70.00L120.00,70.00L240.00,70.00L240.00,90.00L-120.00,90.00Z',
    )
  })
  it('is shown for two numbers on Earth', () => {
    expect(wholePair({ lat: 47.5, lon: 8 })).toEqual({ lat: 47.5, lon: 8 })
    for (const none of [undefined, {}, { lat: 47 }, { lat: 91, lon: 8 }, { lat: 1, lon: -181 }])
      expect(wholePair(none)).toBeUndefined()
  })
})
