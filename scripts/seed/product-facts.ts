/** What the invented products are: names, categories, components, texts, by main category. */
import { type MainCategoryKey, mainCategories } from '../../shared/constants.ts'
import type { ListData } from '../../shared/model/product.ts'
import { gs1Digit } from '../../shared/rules/check-digit.ts'
import { categories } from './categories.ts'
import { type ComponentSeed, components } from './components.ts'
import { optionId, optionIds } from './options.ts'
import type { Random } from './random.ts'

const firsts = [
  'Terra',
  'Humo',
  'Vita',
  'Flor',
  'Agri',
  'Sola',
  'Viri',
  'Luna',
  'Ori',
  'Campo',
  'Fago',
  'Natu',
  'Silva',
  'Geo',
  'Alma',
  'Prado',
  'Crop',
  'Radi',
  'Fol',
  'Bonu',
  'Kalo',
  'Mira',
  'Nova',
  'Peda',
  'Tero',
  'Arva',
]
const seconds: Record<MainCategoryKey, string[]> = {
  fertilisers: ['fert', 'dung', 'horn', 'kompost', 'kalk', 'kali', 'sol', 'humus', 'pellet', 'gran'],
  'plant-protection-agents': [
    'cupro',
    'sulf',
    'neem',
    'thur',
    'viro',
    'trap',
    'stop',
    'mycin',
    'oil',
    'guard',
  ],
  'plant-strengthening-agents': ['alg', 'vital', 'tonic', 'silic', 'extra', 'kräuter', 'petra', 'root'],
  'cleaning-disinfection-agents': ['clean', 'pur', 'cid', 'dip', 'acid', 'foam', 'nett'],
  antiparasitica: ['varr', 'mite', 'fly', 'para', 'dust', 'thym'],
  'animal-feed': ['feed', 'protein', 'min', 'malz', 'lac', 'sil', 'vit'],
  'food-additives': ['pect', 'gel', 'cult', 'ferm', 'lecit', 'asc'],
}
const endings = [
  '',
  '',
  '',
  ' Plus',
  ' Bio',
  ' Forte',
  ' 5-2-8',
  ' 10',
  ' WG',
  ' SC',
  ' Rapid',
  ' Gold',
  ' Basis',
  ' Classic',
  ' Liquid',
]

/** Share of each main category in 400 products. */
const shares: Record<MainCategoryKey, number> = {
  fertilisers: 120,
  'plant-protection-agents': 100,
  'plant-strengthening-agents': 50,
  'cleaning-disinfection-agents': 40,
  antiparasitica: 25,
  'animal-feed': 45,
  'food-additives': 20,
}
export const mainCategoryOfEach: MainCategoryKey[] = mainCategories.flatMap(({ key }) =>
  Array<MainCategoryKey>(shares[key]).fill(key),
)

/** A name that nothing had so far; some end like the registers' names do. */
export function newName(main: MainCategoryKey, taken: Set<string>, draw: Random): string {
  for (let tries = 0; ; tries++) {
    const word = draw.pick(firsts) + draw.pick(seconds[main])
    const name = `${word}${draw.pick(endings)}${tries > 20 ? ` ${tries}` : ''}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

export const leafCategories = (main: MainCategoryKey): string[] => {
  const own = categories.filter((c) => c.main === main)
  const parents = new Set(own.map((c) => c.data['parent']))
  return own.filter((c) => !parents.has(c.id)).map((c) => c.id)
}
const componentsFor = (main: MainCategoryKey): ComponentSeed[] =>
  components.filter((c) => !c.isGroup && c.main.includes(main))

const texts: Record<MainCategoryKey, [string, string, string][]> = {
  fertilisers: [
    [
      'Organischer Dünger für Acker- und Gemüsebau.',
      'Organic fertiliser for arable and vegetable crops.',
      'Engrais organique pour grandes cultures et légumes.',
    ],
    [
      'Langsam wirkender Stickstoff, aus pflanzlichen Rohstoffen.',
      'Slow-release nitrogen from plant materials.',
      'Azote à libération lente, d’origine végétale.',
    ],
    [
      'Hebt den pH-Wert und versorgt mit Magnesium.',
      'Raises the pH and supplies magnesium.',
      'Relève le pH et apporte du magnésium.',
    ],
  ],
  'plant-protection-agents': [
    [
      'Vorbeugend gegen Pilzkrankheiten im Obst- und Weinbau.',
      'Preventive against fungal diseases in fruit and wine.',
      'Préventif contre les maladies fongiques en fruits et vigne.',
    ],
    [
      'Gegen saugende und beissende Insekten.',
      'Against sucking and biting insects.',
      'Contre les insectes piqueurs et broyeurs.',
    ],
  ],
  'plant-strengthening-agents': [
    [
      'Stärkt die Widerstandskraft bei Trockenheit.',
      'Strengthens resistance to drought.',
      'Renforce la résistance à la sécheresse.',
    ],
    [
      'Fördert Wurzelbildung und Jugendentwicklung.',
      'Promotes rooting and early growth.',
      'Favorise l’enracinement et la croissance.',
    ],
  ],
  'cleaning-disinfection-agents': [
    [
      'Saurer Reiniger für Melkanlagen.',
      'Acid cleaner for milking equipment.',
      'Nettoyant acide pour installations de traite.',
    ],
    [
      'Schaumreiniger für Ställe, vor der Desinfektion.',
      'Foam cleaner for stables, before disinfection.',
      'Nettoyant moussant pour étables, avant désinfection.',
    ],
  ],
  antiparasitica: [
    [
      'Gegen Milben in Geflügelställen.',
      'Against mites in poultry houses.',
      'Contre les acariens dans les poulaillers.',
    ],
    [
      'Behandlung der Völker nach der Tracht.',
      'Treatment of colonies after the honey flow.',
      'Traitement des colonies après la miellée.',
    ],
  ],
  'animal-feed': [
    [
      'Ergänzungsfutter für Milchkühe.',
      'Complementary feed for dairy cows.',
      'Aliment complémentaire pour vaches laitières.',
    ],
    [
      'Eiweissträger für Geflügel und Schweine.',
      'Protein source for poultry and pigs.',
      'Source de protéines pour volailles et porcs.',
    ],
  ],
  'food-additives': [
    ['Für die handwerkliche Käserei.', 'For artisan cheese making.', 'Pour la fromagerie artisanale.'],
    [
      'Geliermittel für Fruchtaufstriche.',
      'Gelling agent for fruit spreads.',
      'Gélifiant pour tartinades de fruits.',
    ],
  ],
}
export const description = (main: MainCategoryKey, draw: Random) => {
  const [de_DE, en_GB, fr_FR] = draw.pick(texts[main])
  return { textValue: { de_DE, en_GB, fr_FR } }
}
export const application = (draw: Random) => {
  const low = draw.between(1, 12)
  const high = low + draw.between(1, 8)
  return {
    textValue: {
      de_DE: `${low} bis ${high} kg je 100 m²`,
      en_GB: `${low} to ${high} kg per 100 m²`,
      fr_FR: `${low} à ${high} kg pour 100 m²`,
    },
  }
}

function gtin(draw: Random): string {
  const digits = `40${draw.between(1_000_000_000, 9_999_999_999)}`
  return `${digits}${gs1Digit(digits)}`
}

export function describe(list: ListData, main: MainCategoryKey, draw: Random): void {
  list['basis-f2'] = description(main, draw)
  list['basis-f3'] = { selectValue: draw.pick(['liquid', 'granulate', 'powder', 'pellets', 'paste']) }
  list['basis-f4'] = { booleanValue: draw.chance(0.8) }
  list['basis-f8'] = { multiselectValue: draw.some(optionIds('origin'), draw.between(1, 2)) }
  list['application-f1'] = application(draw)
  if (draw.chance(0.7)) list['basis-f5'] = { textValue: gtin(draw) }
  if (draw.chance(0.5)) list['basis-f9'] = { selectValue: draw.pick(optionIds('quality')) }
  if (main === 'plant-protection-agents')
    list['application-f2'] = { numberValue: draw.pick([0, 3, 7, 14, 21]) }
  if (main === 'fertilisers') list['composition-f3'] = { numberValue: draw.between(12, 88) }
  if (['fertilisers', 'plant-strengthening-agents', 'animal-feed'].includes(main)) {
    const rows = draw.some(optionIds('nutrient'), draw.between(2, 4)).map((nutrient, i) => [
      `n${i + 1}`,
      {
        _order: i,
        'nutrients-table-nutrient': { selectValue: nutrient },
        'nutrients-table-content': { numberValue: draw.between(5, 140) / 10 },
        'nutrients-table-form': { selectValue: draw.pick(optionIds('nutrient-fum')) },
      },
    ])
    list['nutrients-table'] = { tableValue: Object.fromEntries(rows) }
  }
  if (['animal-feed', 'antiparasitica'].includes(main))
    list['specific-f1'] = { selectValue: draw.pick(optionIds('keeping-type')) }
  list['packaging-table'] = {
    tableValue: Object.fromEntries(
      draw.some([5, 10, 20, 25, 200, 600, 1000], draw.between(1, 3)).map((amount, i) => [
        `p${i + 1}`,
        {
          _order: i,
          'packaging-table-amount': { numberValue: amount },
          'packaging-table-unit': { selectValue: optionId('unit', draw.chance(0.5) ? 2 : 3) },
        },
      ]),
    ),
  }
}

export function compose(list: ListData, main: MainCategoryKey, draw: Random): void {
  const parts = draw.some(componentsFor(main), draw.between(2, 5))
  let rest = 100
  parts.forEach((part, i) => {
    const amount = i === parts.length - 1 ? rest : Math.round(rest * (0.3 + draw.next() * 0.4) * 10) / 10
    rest = Math.round((rest - amount) * 10) / 10
    list._components.base[`c${i + 1}`] = {
      component: part.id,
      secrecy:
        i === 0
          ? 'public'
          : draw.pick(['public', 'national-partners', 'core-partners', 'base-data-responsible'] as const),
      printlabel: i === 0,
      amount,
      unit: optionId('unit', 0),
      _order: i,
    }
  })
  list['composition-f1'] = {
    textValue: `Ansatz ${draw.between(100, 999)}: ${parts.length} Rohstoffe, Mischzeit ${draw.between(10, 45)} min`,
  }
  list['composition-f2'] = { booleanValue: draw.chance(0.9) }
}
