import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { load } from '../../shared/calls/eav/reference/load.ts'
import { CallError } from '../../shared/errors.ts'
import { connectSession } from '../../web/api/client.ts'
import { askReferenceEarly, useReference } from '../../web/api/reference.ts'
import { AccountMenu } from '../../web/frame/account-menu.tsx'
import { changeLocale } from '../../web/texts/texts.ts'
import { actor, entity, fakeServer, openScreen, uuid } from './screen-kit.tsx'

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

it('what was asked before it is known who asks is not asked again', async () => {
  const server = fakeServer()
  server.on(load, () => ({ classes: { list: [entity('list', uuid(1), {})] } }))
  askReferenceEarly()
  openScreen([{ path: '/', element: <Lists /> }], '/')
  await screen.findByText(uuid(1))
  expect(server.inputs(load)).toHaveLength(1)
})

it('what was asked early and failed is asked again', async () => {
  const server = fakeServer()
  server.on(load, () => {
    throw new CallError('internal', 'broken')
  })
  askReferenceEarly()
  await waitFor(() => expect(server.inputs(load)).toHaveLength(1))
  server.on(load, () => ({ classes: { list: [entity('list', uuid(1), {})] } }))
  openScreen([{ path: '/', element: <Lists /> }], '/')
  await screen.findByText(uuid(1))
})

it('what somebody else was told early is not taken', async () => {
  const server = fakeServer()
  let of = uuid(1)
  server.on(load, () => ({ classes: { list: [entity('list', of, {})] } }))
  let token = 'first'
  const link = {
    token: () => token,
    renew: async () => false,
    waitForSignIn: async () => {},
    maintenance: () => {},
  }
  connectSession(link)
  try {
    askReferenceEarly()
    await waitFor(() => expect(server.inputs(load)).toHaveLength(1))
    token = 'second'
    of = uuid(2)
    openScreen([{ path: '/', element: <Lists /> }], '/')
    await screen.findByText(uuid(2))
  } finally {
    connectSession(undefined)
  }
})

it('the account menu names institutions in the language of the reader, as soon as that changes', async () => {
  const server = fakeServer()
  const title = { de_DE: 'Prüfstelle Nord', fr_FR: 'Organisme de contrôle Nord' }
  server.on(load, () => ({ classes: { institution: [entity('institution', uuid(90), { title })] } }))
  // The session says one title of each, also of one that is no longer among the reference data.
  const institutions = [
    { id: uuid(90), title: title.de_DE, corePartner: true },
    { id: uuid(91), title: 'Ehemalige Stelle', corePartner: false },
  ]
  const menu = <AccountMenu accountUrl={undefined} onSignIn={undefined} />
  openScreen([{ path: '/', element: menu }], '/', actor(), {}, institutions)
  await screen.findByText('Administration · Prüfstelle Nord · Ehemalige Stelle')
  await act(() => changeLocale('fr_FR'))
  await screen.findByText('Administration · Organisme de contrôle Nord · Ehemalige Stelle')
})

it('the account menu says first what somebody is, and counts more institutions than can be read', async () => {
  fakeServer()
  const institutions = [1, 2, 3, 4, 5, 6].map((n) => ({
    id: uuid(n),
    title: `Stelle ${n}`,
    corePartner: true,
  }))
  const menu = <AccountMenu accountUrl={undefined} onSignIn={undefined} />
  openScreen([{ path: '/', element: menu }], '/', actor(), {}, institutions)
  await act(() => changeLocale('de_DE'))
  await screen.findByText('Administration · 6 Institutionen')
})
