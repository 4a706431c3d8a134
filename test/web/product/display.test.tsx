/** The display tab: standards in their public order with their limits, and a preview of what is printed. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { baseList, setKey } from '../../../web/features/product/model/draft.ts'
import { entity, uuid } from '../screen-kit.tsx'
import {
  categoryId,
  foreignCategoryId,
  nationalId,
  nationalStandardId,
  openProduct,
  productServer,
  reference,
  standardId,
  startData,
} from './page-kit.tsx'

const de = (text: string, fr?: string) => ({ de_DE: text, ...(fr && { fr_FR: fr }) })
const categoryText = (n: number, title: string, more: Record<string, unknown> = {}) =>
  entity('categorytext', uuid(880 + n), {
    title: de(title),
    description: {},
    active: true,
    category: categoryId,
    ...more,
  })
const need = uuid(890)
const day = (date: string) => `${date}T04:00:00.000Z`
const valid = { active: true, begin: day('2020-01-01'), hasEverBeenApproved: true }

function open(data: ProductData = startData(), list: string = baseList) {
  const server = productServer(data)
  server.fake.on(
    loadReference,
    () =>
      ({
        classes: {
          ...reference,
          list: reference.list.map((one) =>
            one.id === baseList ? { ...one, data: { ...one.data, languages: ['de_DE', 'fr_FR'] } } : one,
          ),
          biostandard: reference.biostandard.map((one) =>
            one.id === nationalStandardId
              ? {
                  ...one,
                  data: {
                    ...one.data,
                    dependency: undefined,
                    publicName: de('Verbandsmarke', 'Marque'),
                    limitation: de('nur Freiland'),
                  },
                }
              : one,
          ),
          restrictiontext: [
            entity('restrictiontext', need, {
              text: de('Nur bei Bedarf.', 'Si nécessaire.'),
              standards: [],
              categories: [],
              active: false,
            }),
          ],
          categorytext: [
            categoryText(1, 'Kompost allgemein', { description: de('Trocken lagern.', 'Stocker au sec.') }),
            categoryText(2, 'Kompost im Verband', { standard: nationalStandardId }),
            categoryText(3, 'Andere Liste', { list: nationalId }),
            categoryText(4, 'Andere Kategorie', { category: foreignCategoryId }),
            categoryText(5, 'Abgeschaltet', { active: false }),
          ],
        },
      }) as never,
  )
  openProduct(`${list}?tab=display`)
  return { server, user: userEvent.setup() }
}
const table = () => screen.findByRole('table', { name: 'Standards in der öffentlichen Anzeige' })
const names = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)
const approved = (rows: Record<string, object>, data = startData()) =>
  setKey(data, baseList, '_approval', rows)
const preview = () => screen.findByRole('region', { name: 'Gedruckte Texte' })
const lines = async () =>
  [...(await preview()).querySelectorAll('h3, p')].map((one) => one.textContent?.trim())

describe('the standards of a list', () => {
  test('are moved, and go back to the usual order', async () => {
    const { server, user } = open()
    expect(await names()).toEqual(['Basiszulassung', 'Verbandsmarke'])
    await user.keyboard('e')
    await user.click(await screen.findByRole('button', { name: 'Verbandsmarke nach oben' }))
    expect(await names()).toEqual(['Verbandsmarke', 'Basiszulassung'])
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[baseList]?._display).toEqual({
      standards: { [nationalStandardId]: { order: 0 }, [standardId]: { order: 1 } },
    })
    await user.click(await screen.findByRole('button', { name: 'Übliche Reihenfolge wiederherstellen' }))
    expect(await names()).toEqual(['Basiszulassung', 'Verbandsmarke'])
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(3))
    expect(server.now().data.listData[baseList]?._display).toBeUndefined()
  })
  test('have limits of their own for the product, in the languages of the person, else the usual ones', async () => {
    const { server, user } = open()
    expect(within(await table()).getByText('nur Freiland')).toBeTruthy()
    await user.keyboard('e')
    expect(await screen.findByText('Sonst gilt: nur Freiland')).toBeTruthy()
    const limits = screen.getByRole('textbox', { name: 'Grenzen unter Verbandsmarke, Deutsch' })
    await user.type(limits, 'nur im Gewächshaus')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[baseList]?._display).toEqual({
      standards: { [nationalStandardId]: { limitation: { de_DE: 'nur im Gewächshaus' } } },
    })
    await user.clear(limits)
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.now().rev).toBe(3))
    expect(server.now().data.listData[baseList]?._display).toBeUndefined()
    expect(server.fake.inputs(save)).toHaveLength(2)
  })
})

describe('the preview', () => {
  const rows = {
    [standardId]: { active: true, tmp_begin: day('2020-01-01'), tmp_end: day('2099-01-01') },
    [nationalStandardId]: { ...valid, restrictionTextId: need, restriction: 'Bis Juni.' },
  }
  test('has the texts of the category and of restrictions under their standards, as they are printed', async () => {
    open(approved(rows))
    expect(await lines()).toEqual([
      'Kompost allgemein Trocken lagern.',
      expect.stringMatching(/^Basiszulassung.*wird gedruckt, sobald die Zulassung gilt$/),
      'Verbandsmarke',
      'nur Freiland',
      'Einschränkung: Nur bei Bedarf.',
      'Einschränkung: Bis Juni.',
      'Kompost im Verband',
    ])
  })
  test('speaks the languages of the list', async () => {
    const { user } = open(approved({ [nationalStandardId]: rows[nationalStandardId] as object }))
    await preview()
    await user.click(screen.getByRole('button', { name: /^Sprache der Vorschau/ }))
    await user.click(await screen.findByRole('option', { name: 'Französisch' }))
    // What has no French is printed in the language that it has.
    expect(await lines()).toEqual([
      'Kompost allgemein Stocker au sec.',
      'Marque',
      'nur Freiland',
      'Einschränkung: Si nécessaire.',
      'Einschränkung: Bis Juni.',
      'Kompost im Verband',
    ])
    expect((await preview()).getAttribute('lang')).toBe('fr-FR')
  })
  test('follows what is typed, and says that nothing is printed of what is not shown publicly', async () => {
    const { user } = open(approved(rows))
    await preview()
    await user.keyboard('e')
    await user.type(
      await screen.findByRole('textbox', { name: /^Grenzen unter Verbandsmarke, Deutsch/ }),
      'Topf',
    )
    await waitFor(async () => expect(await lines()).toContain('Topf'))
    await user.click(screen.getByRole('checkbox', { name: 'Nicht öffentlich zeigen' }))
    expect(await screen.findByText(/Keiner dieser Texte wird gedruckt/)).toBeTruthy()
  })
  test('leaves out what has ended', async () => {
    open(approved({ [nationalStandardId]: { ...valid, end: day('2021-01-01') } }))
    expect(await lines()).toEqual(['Kompost allgemein Trocken lagern.'])
  })
  test('says so where there is nothing', async () => {
    open(setKey(startData(), baseList, '_category', uuid(502)), nationalId)
    expect(await screen.findByText(/^Für diese Liste wird kein Text gedruckt/)).toBeTruthy()
  })
})
