/** A map of the world around a place, drawn here from outlines (Natural Earth, public domain): no other server is asked. */
import Button from '@cloudscape-design/components/button'
import { type MouseEvent, useState } from 'react'
import { feature, mesh } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import { useTexts } from '../../../texts/texts.ts'
import {
  borderPath,
  type Coordinates,
  firstHeight,
  heights,
  landPath,
  placeAt,
  pointOf,
  viewAround,
} from '../model/geo.ts'

const topology = atlas as unknown as Parameters<typeof mesh>[0]
function polygons(): number[][][][] {
  const found = feature(topology, topology.objects['land']!)
  return ('features' in found ? found.features : [found]).flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates
    return geometry.type === 'Polygon' ? [geometry.coordinates] : []
  })
}
const land = landPath(polygons())
// Coasts and borders.
const borders = borderPath(
  mesh(topology, topology.objects['countries'] as Parameters<typeof mesh>[1]).coordinates,
)

export default function GeoMap({
  place,
  label,
  onChoose,
}: {
  place: Coordinates
  label: string
  /** A place of the map was clicked: a quick way for the mouse, beside fields for numbers. */
  onChoose?(place: Coordinates): void
}) {
  const t = useTexts('companies')
  const [level, setLevel] = useState<number>(firstHeight)
  const view = viewAround(place, level)
  const { x, y, width, height } = view.box
  const at = pointOf(place, view)
  const radius = height / 40
  const choose = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) => {
    const { left, top, width: wide, height: high } = currentTarget.getBoundingClientRect()
    if (wide > 0 && high > 0) onChoose?.(placeAt((clientX - left) / wide, (clientY - top) / high, view))
  }
  const zoom = (icon: 'zoom-in' | 'zoom-out', by: 1 | -1) => (
    <Button
      variant="icon"
      iconName={icon}
      ariaLabel={t(by < 0 ? 'geo.nearer' : 'geo.farther')}
      disabled={by < 0 ? level === 0 : level === heights.length - 1}
      onClick={() => setLevel(level + by)}
    />
  )
  return (
    <div className="companies-map" data-choosing={onChoose ? '' : undefined}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`${x} ${y} ${width} ${height}`}
        {...(onChoose && { onClick: choose })}
      >
        {/* Seen across the date line, the world goes on. */}
        {[-360, 0, 360].map((turn) => (
          <g key={turn} transform={`scale(${view.squeeze} 1) translate(${turn} 0)`}>
            <path className="companies-map-land" d={land} />
            <path className="companies-map-borders" d={borders} />
          </g>
        ))}
        <circle className="companies-map-marker" cx={at.x} cy={at.y} r={radius} />
      </svg>
      <div className="companies-map-zoom">
        {zoom('zoom-in', -1)}
        {zoom('zoom-out', 1)}
      </div>
    </div>
  )
}
