/** Field definitions: every type and every secrecy level. */
import { uuidV5 } from '../fixed-ids.ts'
import type { FieldSeed } from './field-row.ts'
import { tabFields } from './tab-fields.ts'
import { t } from './titles.ts'

const fields: FieldSeed[] = [
  {
    type: 'singleline-textfield',
    path: 'basis-f1',
    at: 'main',
    mandatory: true,
    title:
      'Handelsname|Trade name|Nombre comercial|Nom commercial|Kereskedelmi név|Nome commerciale|Handelsnaam|Denumire comercială|Trgovački naziv|Handelsnamn',
  },
  {
    type: 'multitext',
    path: 'basis-f2',
    at: 'main',
    title:
      'Beschreibung|Description|Descripción|Description|Leírás|Descrizione|Beschrijving|Descriere|Opis|Beskrivning',
  },
  {
    type: 'select',
    path: 'basis-f3',
    at: 'main',
    title: 'Form|Form|Presentación|Présentation|Kiszerelési forma|Forma|Vorm|Formă|Oblik|Form',
    options: {
      liquid: 'flüssig|liquid|líquido|liquide|folyékony|liquido|vloeibaar|lichid|tekuće|flytande',
      granulate: 'Granulat|granules|gránulos|granulés|granulátum|granuli|korrels|granule|granulat|granulat',
      powder: 'Pulver|powder|polvo|poudre|por|polvere|poeder|pulbere|prah|pulver',
      pellets: 'Pellets|pellets|pellets|granulés pressés|pellet|pellet|pellets|peleți|peleti|pelletar',
      paste: 'Paste|paste|pasta|pâte|paszta|pasta|pasta|pastă|pasta|pasta',
    },
  },
  {
    type: 'checkbox',
    path: 'basis-f4',
    at: 'main',
    title:
      'Verkaufsbewilligung|Sale permission|Permiso de venta|Permis de vente|Forgalmazási engedély|Autorizzazione di vendita|Verkoopvergunning|Permis de vânzare|Dozvola za prodaju|Försäljningstillstånd',
  },
  {
    type: 'singleline-textfield',
    path: 'basis-f5',
    at: 'main',
    code: 'gtin',
    title: 'GTIN|GTIN|GTIN|GTIN|GTIN|GTIN|GTIN|GTIN|GTIN|GTIN',
  },
  {
    type: 'datefield',
    path: 'basis-f6',
    at: 'main',
    title:
      'Auf dem Markt seit|On the market since|En el mercado desde|Sur le marché depuis|Forgalomban|Sul mercato dal|Op de markt sinds|Pe piață din|Na tržištu od|På marknaden sedan',
  },
  {
    type: 'comment',
    path: 'basis-f7',
    at: 'main',
    secrecy: 'base-data-responsible',
    title:
      'Interne Bemerkung|Internal remark|Nota interna|Remarque interne|Belső megjegyzés|Nota interna|Interne opmerking|Observație internă|Interna napomena|Intern anmärkning',
  },
  {
    type: 'multiselect',
    path: 'basis-f8',
    at: 'main',
    optionSource: 'origin',
    title:
      'Herkunft der Rohstoffe|Origin of raw materials|Origen de las materias primas|Origine des matières premières|Nyersanyagok eredete|Origine delle materie prime|Herkomst van de grondstoffen|Originea materiilor prime|Podrijetlo sirovina|Råvarornas ursprung',
  },
  {
    type: 'treeselect',
    path: 'basis-f9',
    at: 'main',
    optionSource: 'quality',
    secrecy: 'national-partners',
    title: 'Qualität|Quality|Calidad|Qualité|Minőség|Qualità|Kwaliteit|Calitate|Kvaliteta|Kvalitet',
  },
  {
    type: 'singleline-multitext',
    path: 'application-f1',
    at: 'main',
    title:
      'Anwendung|Application|Aplicación|Application|Alkalmazás|Applicazione|Toepassing|Aplicare|Primjena|Användning',
  },
  {
    type: 'numberfield',
    path: 'application-f2',
    at: 'main',
    unit: 'd',
    title:
      'Wartezeit|Waiting period|Plazo de espera|Délai d’attente|Várakozási idő|Tempo di carenza|Wachttijd|Timp de așteptare|Karenca|Karenstid',
  },
  {
    type: 'textfield',
    path: 'composition-f1',
    at: 'main',
    secrecy: 'base-data-responsible',
    title: 'Rezeptur|Recipe|Receta|Recette|Receptúra|Ricetta|Receptuur|Rețetă|Receptura|Recept',
  },
  {
    type: 'checkbox',
    path: 'composition-f2',
    at: 'main',
    secrecy: 'core-partners',
    title:
      'GVO-frei bestätigt|Confirmed free of GMO|Libre de OMG confirmado|Sans OGM confirmé|GMO-mentes, igazolt|Privo di OGM, confermato|Bevestigd ggo-vrij|Confirmat fără OMG|Potvrđeno bez GMO-a|Bekräftat GMO-fri',
  },
  {
    type: 'numberfield',
    path: 'composition-f3',
    at: 'main',
    unit: '%',
    title:
      'Organische Substanz|Organic matter|Materia orgánica|Matière organique|Szervesanyag|Sostanza organica|Organische stof|Materie organică|Organska tvar|Organiskt material',
  },
  {
    type: 'table',
    path: 'nutrients-table',
    at: 'main',
    only: ['fertilisers', 'plant-strengthening-agents', 'animal-feed'],
    title:
      'Nährstoffgehalte|Nutrient contents|Contenido de nutrientes|Teneurs en éléments nutritifs|Tápanyagtartalom|Contenuto di nutrienti|Nutriëntengehaltes|Conținut de nutrienți|Sadržaj hranjivih tvari|Näringsinnehåll',
  },
  {
    type: 'select',
    path: 'nutrients-table-nutrient',
    at: 'nutrients-table',
    optionSource: 'nutrient',
    title:
      'Nährstoff|Nutrient|Nutriente|Élément nutritif|Tápanyag|Nutriente|Nutriënt|Nutrient|Hranjiva tvar|Näringsämne',
  },
  {
    type: 'numberfield',
    path: 'nutrients-table-content',
    at: 'nutrients-table',
    unit: '%',
    title: 'Gehalt|Content|Contenido|Teneur|Tartalom|Contenuto|Gehalte|Conținut|Sadržaj|Halt',
  },
  {
    type: 'select',
    path: 'nutrients-table-form',
    at: 'nutrients-table',
    optionSource: 'nutrient-fum',
    title:
      'Löslichkeit|Solubility|Solubilidad|Solubilité|Oldhatóság|Solubilità|Oplosbaarheid|Solubilitate|Topljivost|Löslighet',
  },
  {
    type: 'table',
    path: 'packaging-table',
    at: 'main',
    title:
      'Packungen|Packaging|Envases|Emballages|Kiszerelések|Confezioni|Verpakkingen|Ambalaje|Pakiranja|Förpackningar',
  },
  {
    type: 'numberfield',
    path: 'packaging-table-amount',
    at: 'packaging-table',
    title: 'Menge|Amount|Cantidad|Quantité|Mennyiség|Quantità|Hoeveelheid|Cantitate|Količina|Mängd',
  },
  {
    type: 'select',
    path: 'packaging-table-unit',
    at: 'packaging-table',
    optionSource: 'unit',
    title: 'Einheit|Unit|Unidad|Unité|Egység|Unità|Eenheid|Unitate|Jedinica|Enhet',
  },
  {
    type: 'singleline-textfield',
    path: 'packaging-table-note',
    at: 'packaging-table',
    title:
      'Gebinde|Container|Recipiente|Conditionnement|Csomagolás|Recipiente|Verpakking|Recipient|Spremnik|Behållare',
  },
  {
    type: 'select',
    path: 'specific-f1',
    at: 'specific',
    optionSource: 'keeping-type',
    only: ['animal-feed', 'antiparasitica'],
    title:
      'Tierhaltung|Animal husbandry|Cría de animales|Élevage|Állattartás|Allevamento|Veehouderij|Creșterea animalelor|Uzgoj životinja|Djurhållning',
  },
  {
    type: 'numberfield',
    path: 'specific-f2',
    at: 'specific',
    secrecy: 'national-partners',
    unit: 'kg/ha',
    title:
      'Höchstmenge|Maximum amount|Cantidad máxima|Quantité maximale|Legnagyobb mennyiség|Quantità massima|Maximale hoeveelheid|Cantitate maximă|Najveća količina|Högsta mängd',
  },
  {
    type: 'datefield',
    path: 'misc-f1',
    at: 'misc',
    secrecy: 'core-partners',
    title:
      'Letzte Betriebsprüfung|Last site audit|Última auditoría|Dernier audit|Utolsó helyszíni ellenőrzés|Ultima verifica|Laatste bedrijfscontrole|Ultimul audit|Posljednja kontrola pogona|Senaste kontrollbesök',
  },
  {
    type: 'multiselect',
    path: 'misc-f2',
    at: 'misc',
    optionSource: 'cert-standards',
    title:
      'Weitere Zertifikate|Other certificates|Otros certificados|Autres certificats|További tanúsítványok|Altri certificati|Andere certificaten|Alte certificate|Ostali certifikati|Andra certifikat',
  },
  {
    type: 'button',
    path: 'misc-f3',
    at: 'misc',
    secrecy: 'national-partners',
    title:
      'Datenblatt erzeugen|Make data sheet|Crear ficha técnica|Créer la fiche technique|Adatlap készítése|Crea scheda tecnica|Gegevensblad maken|Creează fișa tehnică|Izradi list s podacima|Skapa datablad',
  },
  ...tabFields,
]
const tables = new Set(fields.filter((field) => field.type === 'table').map((field) => field.path))

export const fieldId = (path: string) => uuidV5(`fielddefinition/${path}`)
const groupOf = ({ groups = {} }: FieldSeed, option: string) =>
  Object.keys(groups).find((id) => groups[id]!.options.includes(option))
export const fieldDefinitions = fields.map((field, index) => ({
  id: fieldId(field.path),
  data: {
    type: field.type,
    path: field.path,
    displayType: tables.has(field.at) ? 'table' : 'tab',
    displayKey: field.at,
    title: t(field.title),
    sorting: (index + 1) * 10,
    mandatory: field.mandatory ?? false,
    secrecy: field.secrecy ?? 'public',
    visibleInMainCategories: field.only ?? [],
    ...(field.heading && { heading: t(field.heading) }),
    ...(field.optionSource && { optionSource: field.optionSource }),
    ...(field.unit && { unit: field.unit }),
    ...(field.code && { code: field.code }),
    options: Object.entries(field.options ?? {}).map(([id, title]) => {
      const group = groupOf(field, id)
      return { id, title: t(title), ...(group && { group }) }
    }),
    ...(field.groups && {
      groups: Object.entries(field.groups).map(([id, { title }]) => ({ id, title: t(title) })),
    }),
  },
}))
