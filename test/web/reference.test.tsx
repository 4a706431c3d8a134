import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { load } from '../../shared/calls/eav/reference/load.ts'
import { useReference } from '../../web/api/reference.ts'
import { entity, fakeServer, openScreen, uuid } from './screen-kit.tsx'

function Lists() {
  const { lists, isReady } = useReference()
  return <p>{isReady ? [...lists.keys()].join(' ') : 'waiting'}</p>
}

it('reference data that fills more than one answer is loaded whole', async () => {
  const server = fakeServer()
  const next = `list/${uuid(1)}`
  server.on(load, ({ cursor }) => ({
    classes: { list: [entity('list', uuid(cursor === undefined ? 1 : 2), {})] },
    ...(cursor === undefined && { cursor: next }),
  }))
  openScreen([{ path: '/', element: <Lists /> }], '/')
  await screen.findByText(`${uuid(1)} ${uuid(2)}`)
  const asked = server.inputs(load)
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, next])
  expect(asked[1]!.classes).toEqual(asked[0]!.classes)
})
