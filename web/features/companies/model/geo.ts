/** Where a pair of coordinates lies on a map of the world that is drawn from outlines. Pure. */

export interface Coordinates {
  lat: number
  lon: number
}
/** Outlines are kept in degrees: longitude to the right, latitude upwards, so turned round for the screen. */
type Position = readonly number[]
const line = (points: readonly Position[]) =>
  points
    .map(([lon = 0, lat = 0], i) => `${i === 0 ? 'M' : 'L'}${lon.toFixed(2)},${(-lat).toFixed(2)}`)
    .join('')
/** Lines go on over the date line, instead of back around the world. */
function unwrapped(points: readonly Position[]): Position[] {
  let turn = 0
  return points.map(([lon = 0, lat = 0], i) => {
    const before = points[i - 1]?.[0] ?? lon
    if (Math.abs(lon - before) > 180) turn += lon < before ? 360 : -360
    return [lon + turn, lat]
  })
}
function ringPath(ring: readonly Position[]): string {
  const points = unwrapped(ring)
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
  // What goes around the world lies around a pole.
  const pole = (points[0]?.[1] ?? 0) < 0 ? -90 : 90
  const corners: Position[] =
    Math.abs(last - first) > 180
      ? [
          [last, pole],
          [first, pole],
        ]
      : []
  return `${line([...points, ...corners])}Z`
}
/** Areas of land as one path. The map is drawn once for each turn of the world. */
export const landPath = (polygons: readonly (readonly (readonly Position[])[])[]): string =>
  polygons.flatMap((rings) => rings.map(ringPath)).join('')
/** Coasts and borders as one path. */
export const borderPath = (lines: readonly (readonly Position[])[]): string =>
  lines.map((one) => line(unwrapped(one))).join('')

/** Degrees of latitude that a map shows from top to bottom, the nearest first. */
export const heights = [6, 12, 24, 48, 96, 170] as const
export const firstHeight = 2
/** The map is twice as wide as high. */
export const aspect = 2

export interface View {
  /** How much a degree of longitude is narrower than one of latitude, in the middle of the map. */
  squeeze: number
  /** `viewBox` of the drawing, in degrees of latitude. */
  box: { x: number; y: number; width: number; height: number }
}
/** What is seen around a place, at one of `heights`. */
export function viewAround({ lat, lon }: Coordinates, level: number): View {
  const height = heights[Math.min(Math.max(level, 0), heights.length - 1)]!
  const width = height * aspect
  // Near the poles everything would become a line.
  const squeeze = height > 90 ? 1 : Math.max(0.2, Math.cos((lat * Math.PI) / 180))
  return { squeeze, box: { x: lon * squeeze - width / 2, y: -lat - height / 2, width, height } }
}
/** Where a place lies in the drawing. */
export const pointOf = ({ lat, lon }: Coordinates, { squeeze }: View) => ({ x: lon * squeeze, y: -lat })

/** Beyond the date line the world goes on, and so does the drawing. */
const onEarth = (lon: number) => (Math.abs(lon) <= 180 ? lon : lon - 360 * Math.round(lon / 360))
const within = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))
/** The place under a point of the map, `right` and `down` as shares of its size; as exact as the map is. */
export function placeAt(right: number, down: number, { squeeze, box }: View): Coordinates {
  const digits = box.height > 20 ? 1 : 2
  const rounded = (value: number) => Number(value.toFixed(digits))
  return {
    lat: rounded(within(-90, -(box.y + down * box.height), 90)),
    lon: rounded(onEarth((box.x + right * box.width) / squeeze)),
  }
}

/** The pair, where both of it are there. */
export function wholePair(value: unknown): Coordinates | undefined {
  const { lat, lon } = (value ?? {}) as Partial<Coordinates>
  return typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
    ? { lat, lon }
    : undefined
}
