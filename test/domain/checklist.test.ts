/** Where an entry of the checklist is answered, on which tabs it stands, and what is told of its answer. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChecklistDefinition, checklistDefinition } from '../../shared/model/administration.ts'
import {
  belongsTo,
  entryIssues,
  isOver,
  isUnmet,
  tabsOfEntry,
  unmetEntries,
} from '../../shared/rules/checklist.ts'
import { base, ch, idOf } from './product-samples.ts'

const [fertilisers, compost] = [idOf('fertilisers'), idOf('compost')]
const tabs = ['main', 'documents', 'checklist'] as const
const options = [
  { id: 'yes', title: {}, okay: true },
  { id: 'no', title: {}, okay: false },
]
const definition = fc
  .record({
    active: fc.boolean(),
    modus: fc.constantFrom('default', 'reference', 'company'),
    mandatory: fc.boolean(),
    isOptional: fc.boolean(),
    dateEffectiveMandatory: fc.boolean(),
    dateUntilMandatory: fc.boolean(),
    showInTabs: fc.subarray(['main', 'documents', 'checklist', 'approvals', 'gone']),
    listRestrict: fc.subarray([base, ch]),
    visibleInLists: fc.subarray([base, ch]),
    categoryRestrict: fc.subarray([fertilisers, compost]),
  })
  .map((data): ChecklistDefinition => checklistDefinition.parse({ title: {}, options, ...data }))
const day = fc.constantFrom('2026-02-28', '2026-03-01', '2028-02-29').map((date) => `${date}T04:00:00.000Z`)
const answer = fc.record(
  { status: fc.constantFrom('yes', 'no', 'gone', ''), date: day, until: day },
  { requiredKeys: [] },
)
const place = fc.record({
  list: fc.constantFrom(base, ch),
  categories: fc.constantFrom([], [fertilisers], [compost, fertilisers]),
})

test('an entry stands on the tabs that it names, else on that of the checklist', () => {
  fc.assert(
    fc.property(definition, (entry) => {
      const shown = tabsOfEntry(entry, tabs)
      const named = tabs.filter((tab) => entry.showInTabs.includes(tab))
      expect(shown).toEqual(named.length > 0 ? named : ['checklist'])
    }),
  )
})

test('what approvals lack is what the checklist of the list shows as not met', () => {
  fc.assert(
    fc.property(
      fc.array(definition, { maxLength: 5 }),
      fc.array(answer, { maxLength: 5 }),
      place,
      (all, rows, at) => {
        const entries = all.map((entry, n) => [idOf(`entry${n}`), entry] as const)
        const answers = Object.fromEntries(rows.map((row, n) => [idOf(`entry${n}`), row]))
        const ofProducts = entries.filter(([, entry]) => entry.modus !== 'company')
        const shown = entries.filter(
          ([id, entry]) => belongsTo(entry, at) && entry.mandatory && isUnmet(entry, answers[id]),
        )
        expect(unmetEntries(ofProducts, answers, at).map(({ id }) => id)).toEqual(shown.map(([id]) => id))
      },
    ),
  )
})

test('an answer is right when its option is there, its dates are those demanded, and it does not end first', () => {
  fc.assert(
    fc.property(definition, answer, (entry, row) => {
      const isAnswered = (row.status ?? '') !== ''
      const expected = [
        ...(isAnswered && row.status === 'gone' ? [['/status', 'optionUnknown']] : []),
        ...(isAnswered && entry.dateEffectiveMandatory && !row.date ? [['/date', 'mandatory']] : []),
        ...(isAnswered && entry.dateUntilMandatory && !row.until ? [['/until', 'mandatory']] : []),
        ...(row.date && row.until && row.until < row.date ? [['/until', 'checklistDates']] : []),
      ]
      expect(entryIssues('', entry, row).map(({ path, key }) => [path, key])).toEqual(expected)
    }),
  )
})

test('an answer is over on the day after its last', () => {
  const until = '2028-02-29T04:00:00.000Z'
  expect(isOver({ until }, '2028-02-29')).toBe(false)
  expect(isOver({ until }, '2028-03-01')).toBe(true)
  expect(isOver({}, '2028-03-01')).toBe(false)
  expect(isOver(undefined, '2028-03-01')).toBe(false)
})
