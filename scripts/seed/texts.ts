/** Restriction texts, category texts, permits, labels, checklists and the hobby garden's uses. */

import { fixedIds } from '../../shared/constants.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { categoryId } from './categories.ts'
import { standardId } from './lists.ts'
import { t } from './titles.ts'

const own = (name: string) => uuidV5(`text/${name}`)
const restrictionTexts = [
  {
    key: 'need',
    categories: ['copper', 'insecticides'],
    text: 'Nur bei nachgewiesenem Bedarf.|Only where need is shown.|Solo con necesidad demostrada.|Uniquement si le besoin est reconnu.|Csak igazolt szükség esetén.|Solo in caso di necessità comprovata.|Alleen bij aangetoonde noodzaak.|Numai la nevoie dovedită.|Samo uz dokazanu potrebu.|Endast vid påvisat behov.',
  },
  {
    key: 'copper',
    categories: ['copper'],
    text: 'Höchstens 4 kg Kupfer je Hektar und Jahr.|At most 4 kg of copper per hectare and year.|Máximo 4 kg de cobre por hectárea y año.|Au maximum 4 kg de cuivre par hectare et par an.|Legfeljebb 4 kg réz hektáronként és évente.|Al massimo 4 kg di rame per ettaro e anno.|Hoogstens 4 kg koper per hectare en jaar.|Maximum 4 kg de cupru pe hectar și an.|Najviše 4 kg bakra po hektaru godišnje.|Högst 4 kg koppar per hektar och år.',
  },
  {
    key: 'factory',
    categories: ['organic-fertilisers'],
    text: 'Nicht aus industrieller Tierhaltung.|Not from factory farming.|No procedente de ganadería industrial.|Pas issu de l’élevage industriel.|Nem nagyüzemi állattartásból.|Non da allevamento industriale.|Niet uit industriële veehouderij.|Nu din zootehnie industrială.|Ne iz industrijskog uzgoja.|Inte från industriell djurhållning.',
  },
].map(({ key, categories, text }) => ({
  id: own(`restriction/${key}`),
  data: { text: t(text), standards: [standardId('organic')], categories: categories.map(categoryId) },
}))
export const restrictionId = (key: string) => own(`restriction/${key}`)

export const permits = [
  {
    key: 'pp',
    main: ['plant-protection-agents'],
    title:
      'Zulassungsnummer Pflanzenschutz|Plant protection permit number|Número de registro fitosanitario|Numéro d’autorisation des produits phytopharmaceutiques|Növényvédelmi engedélyszám|Numero di registrazione fitosanitario|Toelatingsnummer gewasbescherming|Număr de omologare fitosanitară|Broj odobrenja za zaštitu bilja|Registreringsnummer växtskydd',
  },
  {
    key: 'feed',
    main: ['animal-feed'],
    title:
      'Zulassungsnummer Futtermittel|Feed permit number|Número de registro de piensos|Numéro d’agrément aliments pour animaux|Takarmányengedély száma|Numero di riconoscimento mangimi|Erkenningsnummer diervoeder|Număr de autorizare furaje|Broj odobrenja za hranu za životinje|Foderregistreringsnummer',
  },
  {
    key: 'biocide',
    main: ['cleaning-disinfection-agents', 'antiparasitica'],
    title:
      'Biozidnummer|Biocide number|Número de biocida|Numéro biocide|Biocidszám|Numero biocida|Biocidenummer|Număr biocid|Broj biocida|Biocidnummer',
  },
].map(({ key, main, title }) => ({
  id: own(`permit/${key}`),
  key,
  main,
  data: { title: t(title), mainCategories: main },
}))

const labels = [
  [
    '#1a7f37',
    false,
    'Information|Information|Información|Information|Tájékoztatás|Informazione|Informatie|Informație|Informacija|Information',
  ],
  [
    '#9a6700',
    true,
    'Unterlagen fehlen|Documents missing|Faltan documentos|Documents manquants|Hiányzó iratok|Documenti mancanti|Documenten ontbreken|Documente lipsă|Nedostaju dokumenti|Handlingar saknas',
  ],
  [
    '#b42318',
    true,
    'Rezeptur prüfen|Check recipe|Revisar receta|Vérifier la recette|Receptúra ellenőrzése|Verificare la ricetta|Receptuur controleren|Verificați rețeta|Provjeriti recepturu|Granska recept',
  ],
].map(([color, isWarning, title]) => ({
  id: own(`label/${title}`),
  data: { color, isWarning, title: t(title as string), sendEmailOnNote: isWarning },
}))

const yesNo = [
  { id: 'yes', okay: true, title: 'ja|yes|sí|oui|igen|sì|ja|da|da|ja' },
  {
    id: 'open',
    okay: false,
    title: 'offen|open|pendiente|en attente|függőben|in sospeso|open|deschis|otvoreno|öppet',
  },
  { id: 'no', okay: false, title: 'nein|no|no|non|nem|no|nee|nu|ne|nej' },
].map((o, i) => ({ ...o, title: t(o.title), warning: o.id === 'no', sorting: i }))
const checklists = [
  {
    key: 'recipe',
    mandatory: true,
    title:
      'Rezeptur vollständig|Recipe complete|Receta completa|Recette complète|Receptúra teljes|Ricetta completa|Receptuur volledig|Rețetă completă|Receptura potpuna|Receptet komplett',
  },
  {
    key: 'label',
    mandatory: true,
    title:
      'Etikett geprüft|Label checked|Etiqueta revisada|Étiquette vérifiée|Címke ellenőrizve|Etichetta verificata|Etiket gecontroleerd|Etichetă verificată|Etiketa provjerena|Etiketten granskad',
  },
  {
    key: 'gmo',
    mandatory: false,
    title:
      'GVO-Erklärung liegt vor|GMO statement received|Declaración OMG recibida|Déclaration OGM reçue|GMO-nyilatkozat megvan|Dichiarazione OGM ricevuta|Ggo-verklaring ontvangen|Declarație OMG primită|Izjava o GMO-u zaprimljena|GMO-intyg mottaget',
  },
  {
    key: 'lab',
    mandatory: false,
    more: { showInTabs: ['documents'], dateEffectiveMandatory: true, dateUntilMandatory: true },
    title:
      'Laborbericht liegt vor|Laboratory report received|Informe de laboratorio recibido|Rapport de laboratoire reçu|Laborjelentés megvan|Rapporto di laboratorio ricevuto|Laboratoriumrapport ontvangen|Raport de laborator primit|Laboratorijski izvještaj zaprimljen|Laboratorierapport mottagen',
  },
  {
    key: 'sample',
    mandatory: false,
    more: { modus: 'reference' },
    title:
      'Muster eingegangen|Sample received|Muestra recibida|Échantillon reçu|Minta beérkezett|Campione ricevuto|Monster ontvangen|Probă primită|Uzorak zaprimljen|Prov mottaget',
  },
  {
    key: 'audit',
    mandatory: false,
    more: { modus: 'company' },
    title:
      'Betrieb besucht|Site visited|Instalaciones visitadas|Site visité|Telephely felkeresve|Impresa visitata|Bedrijf bezocht|Sediu vizitat|Pogon posjećen|Anläggningen besökt',
  },
].map(({ key, mandatory, title, more }) => ({
  id: own(`checklist/${key}`),
  data: {
    title: t(title),
    mandatory,
    isOptional: !mandatory,
    options: yesNo,
    showInTabs: ['checklist'],
    ...more,
  },
}))
export const checklistId = (key: string) => own(`checklist/${key}`)

const categoryTexts = [
  {
    id: own('categorytext/copper'),
    data: {
      title: t(
        'Kupfermittel|Copper products|Productos de cobre|Produits cupriques|Réztartalmú szerek|Prodotti rameici|Kopermiddelen|Produse cuprice|Bakreni pripravci|Kopparmedel',
      ),
      description: t(
        'Einsatz aufzeichnen.|Record each use.|Registrar cada uso.|Consigner chaque emploi.|Minden használatot fel kell jegyezni.|Registrare ogni impiego.|Elk gebruik vastleggen.|Înregistrați fiecare utilizare.|Zabilježiti svaku primjenu.|Anteckna varje användning.',
      ),
      list: fixedIds.list.base,
      standard: standardId('organic'),
      category: categoryId('copper'),
    },
  },
]

const uses: [string, 'plant' | 'pest' | 'area', string | undefined, string][] = [
  [
    'plants',
    'plant',
    undefined,
    'Pflanzen|Plants|Plantas|Plantes|Növények|Piante|Planten|Plante|Biljke|Växter',
  ],
  ['roses', 'plant', 'plants', 'Rosen|Roses|Rosas|Roses|Rózsák|Rose|Rozen|Trandafiri|Ruže|Rosor'],
  [
    'tomatoes',
    'plant',
    'plants',
    'Tomaten|Tomatoes|Tomates|Tomates|Paradicsom|Pomodori|Tomaten|Roșii|Rajčice|Tomater',
  ],
  ['lawn', 'plant', 'plants', 'Rasen|Lawn|Césped|Gazon|Gyep|Prato|Gazon|Gazon|Travnjak|Gräsmatta'],
  [
    'pests',
    'pest',
    undefined,
    'Schädlinge|Pests|Plagas|Ravageurs|Kártevők|Parassiti|Plagen|Dăunători|Štetnici|Skadegörare',
  ],
  ['slugs', 'pest', 'pests', 'Schnecken|Slugs|Babosas|Limaces|Csigák|Lumache|Slakken|Limacși|Puževi|Sniglar'],
  [
    'aphids',
    'pest',
    'pests',
    'Blattläuse|Aphids|Pulgones|Pucerons|Levéltetvek|Afidi|Bladluizen|Afide|Lisne uši|Bladlöss',
  ],
  ['areas', 'area', undefined, 'Bereiche|Areas|Zonas|Zones|Területek|Aree|Gebieden|Zone|Područja|Områden'],
  ['balcony', 'area', 'areas', 'Balkon|Balcony|Balcón|Balcon|Erkély|Balcone|Balkon|Balcon|Balkon|Balkong'],
]
const hobbygarden = uses.map(([key, kind, parent, title], order) => ({
  id: own(`hobbygarden/${key}`),
  data: { title: t(title), kind, order, ...(parent && { parent: own(`hobbygarden/${parent}`) }) },
}))
export const hobbyUses = uses.filter(([, , parent]) => parent).map(([key]) => own(`hobbygarden/${key}`))

export const textEntities: [EntityClassName, { id: string; data: Record<string, unknown> }[]][] = [
  ['restrictiontext', restrictionTexts],
  ['permit', permits],
  ['label', labels],
  ['checklist', checklists],
  ['categorytext', categoryTexts],
  ['hobbygarden', hobbygarden],
]
