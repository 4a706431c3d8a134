/** What a save refuses, an import refuses too: it drops nothing in silence, and judges what it writes alone. */
import { describe, expect, it } from 'vitest'
import { uniqueKey } from '../../functions/domain/entity/unique-values.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../shared/calls/bml/import/run.ts'
import { archive } from '../../shared/calls/bml/product/archive.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import type { ListData } from '../../shared/model/product.ts'
import { ids } from './harness.ts'
import { company } from './import-items.ts'
import {
  base,
  fr,
  type Json,
  messages,
  national,
  product,
  type StaffWorld,
  source,
} from './import-staff.world.ts'

const firm = { company: ids.company.belmont, role: 'manufacturer' }
const row = { component: ids.component.horn, secrecy: 'public' }
const inTable = (cells: Json) => ({ 'nutrients-table': { tableValue: { r: cells } } })
/** What a base list says, and the place and the sentence that it is refused with. */
const refused: [said: Json, place: string, key: string][] = [
  [{ 'basis-f9999': { textValue: 'x' } }, '/basis-f9999', 'fieldNotFound'],
  [{ 'nutrients-table-content': { numberValue: 1 } }, '/nutrients-table-content', 'fieldNotFound'],
  [inTable({ colour: { textValue: 'x' } }), '/nutrients-table/tableValue/r/colour', 'fieldNotFound'],
  [{ _linked: { foo: 'derived' } }, '/_linked/foo', 'fieldNotFound'],
  [{ _linked: { 'basis-f9999': 'derived' } }, '/_linked/basis-f9999', 'fieldNotFound'],
  [{ _linked: { 'basis-f2': 'basis' } }, '/_linked/basis-f2', 'linkBase'],
  [{ _linked: { 'basis-f2': 'derived' } }, '/_linked/basis-f2', 'derivedMissing'],
  [{ 'basis-f1': { numberValue: 3 } }, '/basis-f1', 'valueText'],
  [{ 'basis-f1': { textValue: 3 } }, '/basis-f1/textValue', 'valueText'],
  [{ 'basis-f1': { selectValue: 3 } }, '/basis-f1/selectValue', 'valueOption'],
  [{ 'basis-f1': { multiselectValue: 'a' } }, '/basis-f1/multiselectValue', 'valueOption'],
  [{ 'basis-f1': { multiselectValue: ['a', 3] } }, '/basis-f1/multiselectValue/1', 'valueOption'],
  [{ 'basis-f1': { booleanValue: 'ja' } }, '/basis-f1/booleanValue', 'valueYesNo'],
  [{ 'basis-f1': { dateValue: 'bald' } }, '/basis-f1/dateValue', 'valueDate'],
  [{ 'basis-f1': { colour: 'red' } }, '/basis-f1/colour', 'valueUnknown'],
  [inTable({ content: { textValue: 'x' } }), '/nutrients-table/tableValue/r/content', 'valueNumber'],
  [
    inTable({ content: { numberValue: 'x' } }),
    '/nutrients-table/tableValue/r/content/numberValue',
    'valueNumber',
  ],
  [{ _companies: { a: { ...firm, colour: 'red' } } }, '/_companies/a/colour', 'valueUnknown'],
  [{ _components: { base: { a: row }, third: { b: row } } }, '/_components/third', 'valueUnknown'],
  [{ _permits: { a: { number: '1', more: { x: {} } } } }, '/_permits/a/more', 'valueUnknown'],
  [
    { _checklist: { [ids.nothing]: { from: '2026-01-01T04:00:00.000Z' } } },
    `/_checklist/${ids.nothing}/from`,
    'checklistUnknown',
  ],
]

export function importedAsSaved(world: () => StaffWorld): void {
  describe('what a save refuses', () => {
    it('is a reason with its place, in a dry run as in the run, and nothing of the item is stored', async () => {
      const w = world()
      const items = refused.map(([said], n) => product(`refused-${n}`, { base: said as never }))
      for (const dryrun of [true, false]) {
        const job = await w.take([...items, product('accepted', {})], { dryrun })
        const told = job.errors.map(({ unit, text }) => ({ unit, text }))
        expect(told).toEqual(
          refused.map(([, place, key], n) => ({
            unit: `line 7, product refused-${n}`,
            text: {
              key: 'reasonPlaces',
              params: {
                places: [
                  {
                    key: 'reasonPlace',
                    params: { path: { place: `/listData/${base}${place}` }, problem: { key } },
                  },
                ],
              },
            },
          })),
        )
        expect(job).toMatchObject({ failed: refused.length, result: { created: 1 } })
      }
      const stored = refused.map((_, n) =>
        w.h.ports.entities.findUnique(uniqueKey('product', '/importKey', `${source}:refused-${n}`)),
      )
      expect((await Promise.all(stored)).filter(Boolean)).toEqual([])
    })
    it('merges no companies: what a merge writes is no place of an import', async () => {
      const w = world()
      const at = '2026-01-01T04:00:00.000Z'
      const said = (key: string, more: Json) => {
        const item = company(key, `${key} AG`, 'Bern')
        return { ...item, data: { ...item.data, ...more } }
      }
      const job = await w.take([
        said('into', { mergedInto: { company: ids.company.belmont, job: ids.nothing, at } }),
        said('from', {
          mergedFrom: { [ids.company.belmont]: { name: 'x', numbers: [], job: ids.nothing, at } },
        }),
      ])
      expect(job).toMatchObject({ failed: 2, result: { created: 0, rejected: 2 } })
      const places = job.errors.map(({ message }) => message.split(':')[0])
      expect(places).toEqual(['/mergedInto/company', `/mergedFrom/${ids.company.belmont}/name`])
    })
    it('does not keep an item out where it was stored before', async () => {
      const w = world()
      const field = { type: 'textfield', path: 'basis-f91', displayKey: 'main', title: { de_DE: 'Früher' } }
      const made = await w.h.as('admin').call(create, { entityclass: 'fielddefinition', data: field })
      const edition = (remark: string) =>
        product('before', {
          base: {
            'basis-f91': { textValue: 'x' },
            _companies: { own: firm },
            _remark: { de_DE: remark },
          },
        })
      expect((await w.take([edition('a')])).errors).toEqual([])
      // Since then the field has become one of numbers, and an older version has stored what is not known any more.
      const definition = (await w.h.ports.entities.get('fielddefinition', made.id))!
      await w.h.ports.entities.put(
        { ...definition, data: { ...definition.data, type: 'numberfield' } },
        { expectRev: definition.rev },
      )
      w.h.clock.advance(20)
      const { id } = await w.get('before')
      const stored = (await w.h.ports.entities.get(id))!
      const data = structuredClone(stored.data) as { listData: Record<string, ListData> }
      Object.assign(data.listData[base]!, { 'basis-f9999': { textValue: 'y' } })
      Object.assign(data.listData[base]!._companies['own']!, { colour: 'red' })
      await w.h.ports.entities.put({ ...stored, data }, { expectRev: stored.rev })
      const job = await w.take([edition('b')])
      expect(job.errors).toEqual([])
      expect(await w.listOf('before', base)).toMatchObject({
        'basis-f91': { textValue: 'x' },
        'basis-f9999': { textValue: 'y' },
        _companies: { own: { colour: 'red' } },
        _remark: { de_DE: 'b' },
      })
    })
    it('stays where another version has stored what is not known: an item keeps its key, and changes the rest', async () => {
      const w = world()
      const { entities } = w.h.ports
      expect((await w.take([company('former', 'Alt AG', 'Bern')])).errors).toEqual([])
      const id = (await entities.findUnique(uniqueKey('company', '/importKey', `${source}:former`)))!
      const stored = (await entities.get('company', id))!
      await entities.put(
        { ...stored, data: { ...stored.data, colour: 'red' } as never },
        { expectRev: stored.rev },
      )
      expect((await w.take([company('former', 'Neu AG', 'Bern')])).errors).toEqual([])
      expect((await entities.get('company', id))!.data).toMatchObject({
        colour: 'red',
        baseData: { name: 'Neu AG' },
      })
    })
    it('changes nothing of an archived product, outside of its lists neither, and deactivates it nowhere', async () => {
      const w = world()
      const told = (key: string, top: Json) => {
        const item = product(key, { [fr]: national() })
        return { ...item, data: { isNationalPartner: false, ...top, ...item.data } }
      }
      await w.take([told('above-shelved', {}), told('shelved', {})])
      const { id } = await w.get('shelved')
      await w.h.as('admin').call(archive, { id, rev: await w.h.revOf(id) })
      const before = await w.h.ports.entities.get(id)
      const above = { derivedProductId: { $key: 'product:above-shelved' } }
      const job = await w.take([told('shelved', { isNationalPartner: true, ...above })])
      const isLeft = (place: string) =>
        expect.stringMatching(`taken without .*${place}.*the product is archived`)
      expect(messages(job)).toEqual([isLeft('/isNationalPartner')])
      expect(messages(job)).toEqual([isLeft('/derivedProductId')])
      const retire = { list: fr, keep: ['above-shelved'] }
      const { jobId } = await w.h.as('admin').call(run, { source, items: [], retire })
      await w.h.worked()
      expect(await w.h.as('admin').call(checkstatus, { id: jobId })).toMatchObject({ status: 'complete' })
      expect(await w.h.ports.entities.get(id)).toEqual(before)
    })
  })
}
