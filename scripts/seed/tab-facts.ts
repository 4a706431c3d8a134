/** What the invented products hold on the tabs beside the main one. */
import type { MainCategoryKey } from '../../shared/constants.ts'
import type { FieldValue } from '../../shared/model/field-value.ts'
import type { ListData } from '../../shared/model/product.ts'
import { dayMs } from '../../shared/rules/dates.ts'
import { optionId } from './options.ts'
import type { Random } from './random.ts'
import { checklistId } from './texts.ts'

const regulations: Partial<Record<MainCategoryKey, string>> = {
  fertilisers: 'eu-2019-1009',
  'plant-protection-agents': 'ec-1107-2009',
  'cleaning-disinfection-agents': 'eu-528-2012',
  antiparasitica: 'eu-528-2012',
  'animal-feed': 'ec-767-2009',
}
const uses: Partial<Record<MainCategoryKey, string[]>> = {
  fertilisers: ['Grunddüngung', 'Kopfdüngung', 'Nachdüngung'],
  'plant-protection-agents': ['Falscher Mehltau', 'Apfelschorf', 'Blattläuse', 'Kartoffelkäfer'],
  'plant-strengthening-agents': ['Blattspritzung', 'Saatgutbehandlung', 'Angiessen'],
}
const notes: Partial<Record<MainCategoryKey, [string, string, string]>> = {
  fertilisers: [
    'Flach einarbeiten, nicht auf gefrorenen Boden ausbringen.',
    'Work in shallowly, do not spread on frozen soil.',
    'Incorporer superficiellement, ne pas épandre sur sol gelé.',
  ],
  'plant-protection-agents': [
    'Nicht bei Temperaturen über 28 °C anwenden, Bienen schonen.',
    'Do not use above 28 °C, spare bees.',
    'Ne pas utiliser au-dessus de 28 °C, épargner les abeilles.',
  ],
  'plant-strengthening-agents': [
    'Am frühen Morgen oder am Abend ausbringen.',
    'Apply early in the morning or in the evening.',
    'Appliquer tôt le matin ou le soir.',
  ],
  'animal-feed': [
    'Langsam an die volle Ration gewöhnen.',
    'Increase slowly to the full ration.',
    'Augmenter lentement jusqu’à la ration complète.',
  ],
}
const number = (value: number): FieldValue => ({ numberValue: value })
const tenth = (draw: Random, low: number, high: number) => number(draw.between(low * 10, high * 10) / 10)
const localized = ([de_DE, en_GB, fr_FR]: readonly [string, string, string]): FieldValue => ({
  textValue: { de_DE, en_GB, fr_FR },
})

function contents(list: ListData, draw: Random) {
  list['specific-f3'] = tenth(draw, 1, 13)
  list['specific-f4'] = tenth(draw, 0, 9)
  list['specific-f5'] = tenth(draw, 0, 11)
  list['specific-f6'] = tenth(draw, 5, 9)
  list['specific-f7'] = number(draw.between(18, 95))
  if (draw.chance(0.6)) list['specific-f8'] = number(draw.between(5, 90) / 100)
}
function rates(list: ListData, main: MainCategoryKey, draw: Random) {
  const unit = optionId('unit', main === 'plant-protection-agents' ? 3 : 2)
  const rows = draw.some(uses[main] ?? [], draw.between(1, 3)).map((use, i) => [
    `r${i + 1}`,
    {
      _order: i,
      'rates-table-use': { textValue: use },
      'rates-table-rate': number(
        main === 'fertilisers' ? draw.between(2, 30) * 100 : draw.between(5, 60) / 10,
      ),
      'rates-table-unit': { selectValue: unit },
      'rates-table-times': number(draw.between(1, 6)),
    },
  ])
  list['rates-table'] = { tableValue: Object.fromEntries(rows) }
  list['specific-f10'] = {
    multiselectValue: draw.some(
      ['wheat', 'potato', 'tomato', 'lettuce', 'apple', 'vine'],
      draw.between(1, 4),
    ),
  }
}

/** Values of the fields beside the main ones, as people fill them in: most of them, not all. */
export function detail(
  list: ListData,
  main: MainCategoryKey,
  name: string,
  until: string,
  draw: Random,
): void {
  list['permits-f1'] = { selectValue: regulations[main] ?? 'national' }
  if (draw.chance(0.6)) list['permits-f2'] = { dateValue: until }
  if (main === 'plant-protection-agents') list['permits-f3'] = { booleanValue: draw.chance(0.7) }
  if (main === 'fertilisers') contents(list, draw)
  if (main === 'animal-feed') {
    list['specific-f7'] = number(draw.between(82, 94))
    list['specific-f9'] = tenth(draw, 9, 46)
  }
  if (uses[main]) {
    rates(list, main, draw)
    list['hobby-f1'] = { booleanValue: draw.chance(0.5) }
    list['hobby-f2'] = number(draw.pick([10, 25, 50, 100]))
    const dose = draw.between(20, 150)
    list['hobby-f3'] = localized([`${dose} g je m²`, `${dose} g per m²`, `${dose} g par m²`])
  }
  const note = notes[main]
  if (note) list['specific-f11'] = localized(note)
  list['misc-f5'] = number(draw.pick([20, 25, 30]))
  list['misc-f6'] = { selectValue: draw.pick(['bag', 'bigbag', 'canister', 'tank']) }
  if (draw.chance(0.5)) list['misc-f4'] = { textValue: 'Trocken und frostfrei lagern.' }
  list['display-f1'] = { textValue: { de_DE: name, en_GB: name, fr_FR: name } }
  if (draw.chance(0.3))
    list['display-f2'] = localized([
      'Bezug über den Fachhandel.',
      'Sold by specialist dealers.',
      'Vente par le commerce spécialisé.',
    ])
  list._checklist = answers(until, draw)
}

/** Most products are checked; of some the label is open, of a few the recipe. */
function answers(until: string, draw: Random): ListData['_checklist'] {
  const year = 365 * dayMs
  const from = new Date(Date.parse(until) - year).toISOString()
  const status = (share: number) => (draw.chance(share) ? 'yes' : 'open')
  return {
    [checklistId('recipe')]: { status: status(0.9) },
    [checklistId('label')]: { status: status(0.7) },
    ...(draw.chance(0.5) && {
      [checklistId('gmo')]: { status: 'yes', comment: 'Schreiben des Herstellers' },
    }),
    ...(draw.chance(0.4) && { [checklistId('lab')]: { status: 'yes', date: from, until } }),
    ...(draw.chance(0.3) && { [checklistId('sample')]: { status: 'yes' } }),
  }
}
