/** Lists and evaluation standards. */
import { fixedIds, mainCategories } from '../../shared/constants.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { countryId, institutionId } from './people.ts'
import { same, t } from './titles.ts'

const base = fixedIds.list.base
export const listId = (key: string) => (key === 'base' ? base : uuidV5(`list/${key}`))
export const standardId = (key: string) => uuidV5(`biostandard/${key}`)

interface ListRow {
  key: string
  title: string
  country: string
  languages: string[]
  institutes: string[]
  colour: string
  standards: string[]
  hobby?: true
}
export const listRows: ListRow[] = [
  {
    key: 'germany',
    title: 'Deutschland|Germany|Alemania|Allemagne|Németország|Germania|Duitsland|Germania|Njemačka|Tyskland',
    country: 'DE',
    languages: ['de_DE', 'en_GB'],
    institutes: ['rhine', 'aare'],
    colour: '#1f6f54',
    standards: ['base', 'organic', 'meadow', 'circle'],
  },
  {
    key: 'austria',
    title: 'Österreich|Austria|Austria|Autriche|Ausztria|Austria|Oostenrijk|Austria|Austrija|Österrike',
    country: 'AT',
    languages: ['de_DE'],
    institutes: ['austria'],
    colour: '#a1342b',
    standards: ['base', 'organic', 'meadow'],
  },
  {
    key: 'france',
    title: 'Frankreich|France|Francia|France|Franciaország|Francia|Frankrijk|Franța|Francuska|Frankrike',
    country: 'FR',
    languages: ['fr_FR', 'en_GB'],
    institutes: ['france'],
    colour: '#26508f',
    standards: ['base', 'organic', 'circle'],
  },
  {
    key: 'netherlands',
    title:
      'Niederlande|Netherlands|Países Bajos|Pays-Bas|Hollandia|Paesi Bassi|Nederland|Țările de Jos|Nizozemska|Nederländerna',
    country: 'NL',
    languages: ['nl_NL', 'en_GB'],
    institutes: ['rhine'],
    colour: '#c0641c',
    standards: ['base', 'organic', 'circle'],
  },
  {
    key: 'sweden',
    title: 'Schweden|Sweden|Suecia|Suède|Svédország|Svezia|Zweden|Suedia|Švedska|Sverige',
    country: 'SE',
    languages: ['sv_SE', 'en_GB'],
    institutes: ['sweden'],
    colour: '#2b6ca3',
    standards: ['base', 'organic'],
  },
  {
    key: 'hungary',
    title: 'Ungarn|Hungary|Hungría|Hongrie|Magyarország|Ungheria|Hongarije|Ungaria|Mađarska|Ungern',
    country: 'HU',
    languages: ['hu_HU', 'en_GB'],
    institutes: ['hungary'],
    colour: '#5b7a2a',
    standards: ['base', 'organic'],
  },
  {
    key: 'hobby',
    title:
      'Hausgarten Deutschland|Home garden Germany|Jardín doméstico Alemania|Jardin amateur Allemagne|Házikert Németország|Giardino domestico Germania|Moestuin Duitsland|Grădina casei Germania|Kućni vrt Njemačka|Hemträdgård Tyskland',
    country: 'DE',
    languages: ['de_DE'],
    institutes: ['rhine', 'aare'],
    colour: '#7b4f9d',
    standards: ['garden'],
    hobby: true,
  },
]

const standardRows = [
  {
    key: 'base',
    title:
      'Basiszulassung|Base approval|Autorización base|Autorisation de base|Alapjóváhagyás|Autorizzazione di base|Basistoelating|Autorizare de bază|Osnovno odobrenje|Grundgodkännande',
    baseApproval: true,
  },
  {
    key: 'organic',
    title:
      'EU-Öko-Verordnung|EU organic regulation|Reglamento ecológico de la UE|Règlement bio de l’UE|EU öko-rendelet|Regolamento biologico UE|EU-bioverordening|Regulamentul ecologic UE|EU uredba o ekološkoj proizvodnji|EU:s ekoförordning',
    dependency: 'base',
  },
  {
    key: 'meadow',
    title:
      'Verband Wiesenland|Wiesenland association|Asociación Wiesenland|Association Wiesenland|Wiesenland szövetség|Associazione Wiesenland|Vereniging Wiesenland|Asociația Wiesenland|Udruga Wiesenland|Förbundet Wiesenland',
    dependency: 'organic',
  },
  {
    key: 'circle',
    title:
      'Lebenskreis|Circle of Life|Círculo de vida|Cercle de vie|Életkör|Cerchio di vita|Levenskring|Cercul vieții|Krug života|Livets krets',
    dependency: 'organic',
  },
  {
    key: 'garden',
    title:
      'Naturgarten|Natural garden|Jardín natural|Jardin naturel|Természetes kert|Giardino naturale|Natuurtuin|Grădină naturală|Prirodni vrt|Naturträdgård',
  },
]

/** The base list as the demonstration completes it: which standards it knows. */
export const baseListMore = {
  mainCategories: mainCategories.map((c) => c.key),
  biostandards: [standardId('base'), standardId('organic'), standardId('circle')],
  baseStandards: [standardId('base')],
  institutes: [institutionId('aare'), institutionId('rhine')],
}
export const lists = listRows.map((row, index) => ({
  id: listId(row.key),
  data: {
    title: t(row.title),
    country: countryId(row.country),
    languages: row.languages,
    fallbackLanguage: row.languages[0],
    institutes: row.institutes.map(institutionId),
    mainCategories: row.hobby
      ? ['fertilisers', 'plant-protection-agents', 'plant-strengthening-agents']
      : mainCategories.map((c) => c.key),
    biostandards: row.standards.map(standardId),
    baseStandards: row.standards.filter((s) => s === 'base').map(standardId),
    targetAudience: row.hobby ? 'hobby' : 'commercial',
    backgroundColour: row.colour,
    pdfFooter: same('Inputlist'),
    order: index + 1,
    publicSearchExtraFields: ['basis-f3'],
  },
}))
const inBase = ['base', 'organic', 'circle']
export const biostandards = standardRows.map((row, index) => ({
  id: standardId(row.key),
  data: {
    name: t(row.title),
    publicName: t(row.title),
    publicOrder: index + 1,
    ...(row.dependency && { dependency: standardId(row.dependency) }),
    baseApproval: row.baseApproval ?? false,
    activeInLists: [
      ...(inBase.includes(row.key) ? [base] : []),
      ...listRows.filter((l) => l.standards.includes(row.key)).map((l) => listId(l.key)),
    ],
  },
}))
