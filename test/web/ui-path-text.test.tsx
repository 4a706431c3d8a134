import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LeafAndAbove, leafFirst, PathText } from '../../web/ui/path-text.tsx'

it('the number of a path stands with its leaf, not with what is above it', () => {
  const path = '2-1-1 Pflanzenschutz / Fungizide / Kupfermittel'
  const told = '2-1-1\u00a0Kupfermittel · Pflanzenschutz / Fungizide'
  expect(leafFirst(path)).toBe(told)
  expect(render(<PathText text={path} />).container.textContent).toBe(told)
  expect(render(<LeafAndAbove text={path} />).container.textContent).toBe(
    '2-1-1\u00a0KupfermittelPflanzenschutz / Fungizide',
  )
  expect(render(<LeafAndAbove text="5 Antiparasitika" />).container.textContent).toBe('5\u00a0Antiparasitika')
  expect(leafFirst('Dünger / Kalk')).toBe('Kalk · Dünger')
})
