/** What the register needs around it and is made by the API if it is missing: list, standard, permit, field, countries. */

import { create } from '../../shared/calls/eav/entity/create.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { load } from '../../shared/calls/eav/reference/load.ts'
import { fixedIds } from '../../shared/constants.ts'
import type {
  Biostandard,
  Category,
  FieldDefinition,
  Institution,
  List,
} from '../../shared/model/administration.ts'
import type { Localized } from '../../shared/model/basics.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { cursorOf, pagesOf } from '../../shared/pages.ts'
import { titleIn } from '../../shared/rules/localized.ts'
import { t } from '../seed/titles.ts'
import type { Api } from './api.ts'
import { countryTitle } from './country.ts'
import { Problem } from './problem.ts'
import { source } from './words.ts'

export interface Place {
  list: string
  standard: string
  permit: string
  /** Path of the field that says whether the product may be sold. */
  saleField: string
  /** Institution that looks after the register's products and companies. */
  institution: string | undefined
  /** Countries by ISO code. */
  countries: Map<string, string>
  /** Number of a category among those of its main category, by its key; new ones come last. */
  categoryOrder(key: string): number
}

const country = 'CH'
const mainCategory = 'plant-protection-agents'
const standardTitle = t(
  'Pflanzenschutzmittelverzeichnis|Register of plant protection products|Registro de productos fitosanitarios|Index des produits phytosanitaires|Növényvédő szerek jegyzéke|Elenco dei prodotti fitosanitari|Register van gewasbeschermingsmiddelen|Registrul produselor fitosanitare|Registar sredstava za zaštitu bilja|Register över växtskyddsmedel',
)
const sourceNote: Localized = {
  de_DE:
    'Quelle: Bundesamt für Lebensmittelsicherheit und Veterinärwesen (BLV). Massgebend ist das amtliche Verzeichnis.',
  en_GB:
    'Source: Federal Food Safety and Veterinary Office (FSVO). The official register is the one that counts.',
  fr_FR:
    'Source : Office fédéral de la sécurité alimentaire et des affaires vétérinaires (OSAV). L’index officiel fait foi.',
  it_IT:
    'Fonte: Ufficio federale della sicurezza alimentare e di veterinaria (USAV). Fa stato l’elenco ufficiale.',
}
const permitTitle = t(
  'Schweizer Zulassungsnummer|Swiss permit number|Número de registro suizo|Numéro d’homologation suisse|Svájci engedélyszám|Numero di omologazione svizzero|Zwitsers toelatingsnummer|Număr de omologare elvețian|Švicarski broj odobrenja|Schweiziskt registreringsnummer',
)
const saleTitle = t(
  'Verkaufsbewilligung|Sale permission|Permiso de venta|Permis de vente|Forgalmazási engedély|Autorizzazione di vendita|Verkoopvergunning|Permis de vânzare|Dozvola za prodaju|Försäljningstillstånd',
)
const saleField = 'register-sale'

/** Makes what is missing. `isoCodes` are the countries of the register's companies. */
export async function prepare(
  api: Api,
  isoCodes: Iterable<string>,
  wantedInstitution: string | undefined,
): Promise<Place> {
  const names = ['list', 'biostandard', 'permit', 'fielddefinition', 'institution', 'country', 'category']
  const loaded: Entity[] = []
  for await (const { classes } of pagesOf((cursor) =>
    api.call(load, { classes: names, ...cursorOf(cursor) }),
  ))
    loaded.push(...Object.values(classes).flat())
  const all = <T>(name: string) =>
    (loaded as unknown as Entity<T>[]).filter((e) => e.entityclass === name && !e.disabled)
  const make = async (entityclass: string, data: Record<string, unknown>) =>
    (await api.call(create, { entityclass, data }, `register-${entityclass}-${crypto.randomUUID()}`)).id
  const sameTitle = (a: Localized | undefined, b: Localized) => titleIn(a, 'de_DE') === titleIn(b, 'de_DE')

  const countries = new Map(all<{ isoCode: string }>('country').map((c) => [c.data.isoCode, c.id]))
  for (const iso of new Set([country, ...isoCodes]))
    if (!countries.has(iso))
      countries.set(iso, await make('country', { title: countryTitle(iso), isoCode: iso }))

  const institutions = all<Institution>('institution')
  const institution = chooseInstitution(institutions, wantedInstitution, countries.get(country))
  const title = countryTitle(country)
  const standards = all<Biostandard>('biostandard')
  const base = standards.filter((s) => s.data.baseApproval).map((s) => s.id)
  const known = {
    list: all<List>('list').find(
      (l) => l.data.targetAudience === 'commercial' && sameTitle(l.data.title, title),
    ),
    standard: standards.find((s) => sameTitle(s.data.name, standardTitle)),
    field: all<FieldDefinition>('fielddefinition').find(
      (f) => f.data.type === 'checkbox' && sameTitle(f.data.title, saleTitle),
    ),
  }
  const list =
    known.list?.id ??
    (await make('list', {
      title,
      country: countries.get(country),
      languages: ['de_DE', 'fr_FR', 'it_IT'],
      fallbackLanguage: 'de_DE',
      institutes: institution ? [institution.id] : [],
      mainCategories: [mainCategory],
      baseStandards: base,
      targetAudience: 'commercial',
      backgroundColour: '#b3261e',
      order: 50,
    }))
  const standard =
    known.standard?.id ??
    (await make('biostandard', {
      name: standardTitle,
      publicName: standardTitle,
      limitation: sourceNote,
      publicOrder: 50,
      activeInLists: [list],
    }))
  if (!known.standard || known.standard.data.activeInLists.includes(list))
    await nameStandard(api, list, standard)
  const permit =
    all<{ title: Localized }>('permit').find((p) => sameTitle(p.data.title, permitTitle))?.id ??
    (await make('permit', { title: permitTitle, lists: [list], mainCategories: [mainCategory] }))
  if (!known.field)
    await make('fielddefinition', {
      type: 'checkbox',
      path: saleField,
      displayKey: 'main',
      title: saleTitle,
      sorting: 500,
      visibleInMainCategories: [mainCategory],
    })
  return {
    list,
    standard,
    permit,
    saleField: known.field?.data.path ?? saleField,
    institution: institution?.id,
    countries,
    categoryOrder: ordersIn(all<Category>('category')),
  }
}

/** The list names the standard too: whoever looks at either of them sees that they belong together. */
async function nameStandard(api: Api, id: string, standard: string): Promise<void> {
  const { rev, data } = (await api.call(get, { id })) as unknown as Entity<List>
  if (data.biostandards.includes(standard)) return
  const patch = { biostandards: [...data.biostandards, standard] }
  await api.call(updatefrompatch, { id, rev, mode: 'merge', patch }, `register-standard-${id}-${rev}`)
}

/** Those that are there keep their number; 0 is none. */
function ordersIn(categories: readonly Entity<Category>[]): Place['categoryOrder'] {
  const among = categories.filter((c) => c.data.parent === fixedIds.mainCategory[mainCategory])
  const taken = new Map(among.map((c) => [c.data.importKey ?? c.id, c.data.order]))
  return (key) => {
    const known = taken.get(`${source}:${key}`)
    if (known) return known
    const next = Math.max(0, ...taken.values()) + 1
    taken.set(`${source}:${key}`, next)
    return next
  }
}

/** The one that was named; else a core partner, of the register's country if there is one. */
function chooseInstitution(
  institutions: Entity<Institution>[],
  wanted: string | undefined,
  inCountry: string | undefined,
): Entity<Institution> | undefined {
  const title = (i: Entity<Institution>) => titleIn(i.data.title, 'de_DE')
  if (wanted !== undefined) {
    const found = institutions.find((i) => title(i) === wanted || i.data.internalName === wanted)
    if (!found)
      throw new Problem(
        `There is no institution "${wanted}". There are: ${institutions.map(title).sort().join(', ')}.`,
      )
    return found
  }
  const partners = institutions
    .filter((i) => i.data.corePartner)
    .sort((a, b) => (title(a) < title(b) ? -1 : 1))
  return partners.find((i) => i.data.country === inCountry) ?? partners[0]
}
