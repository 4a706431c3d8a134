import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { check } from '../../shared/calls/bml/confirmation/check.ts'
import type { OutputOf } from '../../shared/contract.ts'
import { notFound } from '../../shared/errors.ts'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'
import { CheckScreen } from '../../web/features/check/check-screen.tsx'
import { fakeServer, openScreen, uuid } from './screen-kit.tsx'

const hash = 'a'.repeat(64)
const answer: OutputOf<typeof check> = {
  state: 'valid',
  number: '2026-7K2M-9QRT-4XWB',
  content: {
    type: 'listing',
    language: 'fr_FR',
    issued: '2026-03-02',
    institution: 'Prüfstelle',
    company: { name: 'Humus AG', address: ['Aarau'] },
    product: 'Kompost Plus',
    lists: [
      {
        list: uuid(1),
        title: 'Suisse',
        product: 'Kompost Plus',
        standards: [
          { standard: uuid(2), name: 'Règlement bio', from: '2025-07-01', restrictions: [] },
          {
            standard: uuid(3),
            name: 'Association',
            from: '2025-07-01',
            until: '2027-01-31',
            restrictions: [],
          },
        ],
      },
    ],
  },
  hash,
  fileHash: hash,
  ended: [],
}
function open(answers: (number: string) => OutputOf<typeof check>) {
  const fake = fakeServer()
  fake.on(check, ({ number }) => answers(number))
  const config = { institute: 'Institut' } as RuntimeConfig
  openScreen(
    [{ path: '/check/:number', element: <CheckScreen config={config} /> }],
    `/check/${answer.number}`,
  )
  return fake
}

test('says that a confirmation holds, with what it says', async () => {
  const fake = open(() => answer)
  expect(await screen.findByText('Diese Bestätigung gilt.')).toBeTruthy()
  expect(fake.inputs(check)).toEqual([{ number: answer.number }])
  for (const said of ['Kompost Plus', 'Humus AG, Aarau', hash]) expect(screen.getByText(said)).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Suisse' })
  expect(within(table).getByRole('row', { name: 'Règlement bio 01.07.25 ohne Enddatum' })).toBeTruthy()
  expect(screen.queryByText('gilt nicht mehr')).toBeNull()
})

test('marks what holds no longer, and leads to the one that took its place', async () => {
  open((number) =>
    number === answer.number
      ? {
          ...answer,
          state: 'replaced',
          replacedBy: '2026-NEXT',
          ended: [{ list: uuid(1), standard: uuid(3) }],
        }
      : { ...answer, number },
  )
  expect(await screen.findByText('Diese Bestätigung wurde ersetzt.')).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'Association gilt nicht mehr' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Es gilt die Bestätigung 2026-NEXT.' }).getAttribute('href')).toBe(
    '/check/2026-NEXT',
  )
})

test('says of a number that nothing has that it is unknown', async () => {
  open((number) => {
    throw notFound(number)
  })
  expect(await screen.findByText('Unbekannte Nummer')).toBeTruthy()
  expect(screen.getByText(answer.number)).toBeTruthy()
})
