/** Countries, regions and the main categories. */
import { fixedIds, mainCategories } from '../../shared/constants.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { countryId } from './people.ts'
import { t } from './titles.ts'

const titles: Record<string, string> = {
  DE: 'Deutschland|Germany|Alemania|Allemagne|Németország|Germania|Duitsland|Germania|Njemačka|Tyskland',
  AT: 'Österreich|Austria|Austria|Autriche|Ausztria|Austria|Oostenrijk|Austria|Austrija|Österrike',
  CH: 'Schweiz|Switzerland|Suiza|Suisse|Svájc|Svizzera|Zwitserland|Elveția|Švicarska|Schweiz',
  FR: 'Frankreich|France|Francia|France|Franciaország|Francia|Frankrijk|Franța|Francuska|Frankrike',
  NL: 'Niederlande|Netherlands|Países Bajos|Pays-Bas|Hollandia|Paesi Bassi|Nederland|Țările de Jos|Nizozemska|Nederländerna',
  SE: 'Schweden|Sweden|Suecia|Suède|Svédország|Svezia|Zweden|Suedia|Švedska|Sverige',
  HU: 'Ungarn|Hungary|Hungría|Hongrie|Magyarország|Ungheria|Hongarije|Ungaria|Mađarska|Ungern',
  IT: 'Italien|Italy|Italia|Italie|Olaszország|Italia|Italië|Italia|Italija|Italien',
  ES: 'Spanien|Spain|España|Espagne|Spanyolország|Spagna|Spanje|Spania|Španjolska|Spanien',
  HR: 'Kroatien|Croatia|Croacia|Croatie|Horvátország|Croazia|Kroatië|Croația|Hrvatska|Kroatien',
  RO: 'Rumänien|Romania|Rumanía|Roumanie|Románia|Romania|Roemenië|România|Rumunjska|Rumänien',
  BE: 'Belgien|Belgium|Bélgica|Belgique|Belgium|Belgio|België|Belgia|Belgija|Belgien',
}
export const countries = Object.entries(titles).map(([isoCode, title]) => ({
  id: countryId(isoCode),
  data: { title: t(title), isoCode },
}))

export const regions = (
  [
    ['DE', 'Bayern|Bavaria|Baviera|Bavière|Bajorország|Baviera|Beieren|Bavaria|Bavarska|Bayern'],
    [
      'DE',
      'Niedersachsen|Lower Saxony|Baja Sajonia|Basse-Saxe|Alsó-Szászország|Bassa Sassonia|Nedersaksen|Saxonia Inferioară|Donja Saska|Niedersachsen',
    ],
    ['AT', 'Steiermark|Styria|Estiria|Styrie|Stájerország|Stiria|Stiermarken|Stiria|Štajerska|Steiermark'],
    ['CH', 'Aargau|Aargau|Argovia|Argovie|Aargau|Argovia|Aargau|Argovia|Aargau|Aargau'],
    ['FR', 'Bretagne|Brittany|Bretaña|Bretagne|Bretagne|Bretagna|Bretagne|Bretania|Bretanja|Bretagne'],
    ['SE', 'Schonen|Scania|Escania|Scanie|Skåne|Scania|Skåne|Scania|Skåne|Skåne'],
  ] as const
).map(([iso, title]) => ({
  id: uuidV5(`region/${title}`),
  data: { title: t(title), country: countryId(iso) },
}))

const mainCategoryTitles = {
  fertilisers:
    'Düngemittel|Fertilisers|Fertilizantes|Engrais|Termésnövelő anyagok|Fertilizzanti|Meststoffen|Îngrășăminte|Gnojiva|Gödselmedel',
  'plant-protection-agents':
    'Pflanzenschutzmittel|Plant protection agents|Productos fitosanitarios|Produits phytopharmaceutiques|Növényvédő szerek|Prodotti fitosanitari|Gewasbeschermingsmiddelen|Produse fitosanitare|Sredstva za zaštitu bilja|Växtskyddsmedel',
  'plant-strengthening-agents':
    'Pflanzenstärkungsmittel|Plant strengthening agents|Fortificantes vegetales|Fortifiants pour plantes|Növénykondicionálók|Corroboranti|Plantversterkende middelen|Fortifianți pentru plante|Sredstva za jačanje bilja|Växtstärkande medel',
  'cleaning-disinfection-agents':
    'Reinigungs- und Desinfektionsmittel|Cleaning and disinfection agents|Productos de limpieza y desinfección|Produits de nettoyage et de désinfection|Tisztító- és fertőtlenítőszerek|Prodotti per la pulizia e la disinfezione|Reinigings- en desinfectiemiddelen|Produse de curățare și dezinfecție|Sredstva za čišćenje i dezinfekciju|Rengörings- och desinfektionsmedel',
  antiparasitica:
    'Antiparasitika|Antiparasitics|Antiparasitarios|Antiparasitaires|Parazitaellenes szerek|Antiparassitari|Antiparasitaire middelen|Antiparazitare|Antiparazitici|Antiparasitära medel',
  'animal-feed':
    'Futtermittel|Animal feed|Piensos|Aliments pour animaux|Takarmányok|Mangimi|Diervoeders|Furaje|Hrana za životinje|Foder',
  'food-additives':
    'Lebensmittelzusatzstoffe|Food additives|Aditivos alimentarios|Additifs alimentaires|Élelmiszer-adalékanyagok|Additivi alimentari|Levensmiddelenadditieven|Aditivi alimentari|Prehrambeni aditivi|Livsmedelstillsatser',
} as const
export const mainCategoryEntities = mainCategories.map(({ key, order }) => ({
  id: fixedIds.mainCategory[key],
  data: { title: t(mainCategoryTitles[key]), mainCategoryKey: key, order, number: order },
}))
