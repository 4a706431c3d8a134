/** Fills an empty Inputlist with demonstration data. `npm run seed` works on DATA_DIR; running it again changes nothing. */
import { chunksOf } from '../shared/chunks.ts'
import { fixedIds, locales } from '../shared/constants.ts'
import type { EntityClassName } from '../shared/model/entity-classes.ts'
import { dayMs, storedDay } from '../shared/rules/dates.ts'
import { categories } from './seed/categories.ts'
import { companies } from './seed/companies.ts'
import { components } from './seed/components.ts'
import { fieldDefinitions } from './seed/fields.ts'
import { baseListMore, biostandards, lists } from './seed/lists.ts'
import { demonstrationMark } from './seed/mark.ts'
import { selectOptions } from './seed/options.ts'
import { accounts, institutions } from './seed/people.ts'
import { countries, mainCategoryEntities, regions } from './seed/places.ts'
import { productHistories } from './seed/product-history.ts'
import { textEntities } from './seed/texts.ts'
import { t } from './seed/titles.ts'
import { type SeedEntity, type SeedPorts, write } from './seed/writer.ts'

export type Log = (line: string) => void
/** The demonstration's history starts this many days before its seeding. */
const historyDays = 3 * 365
/** Entities that are written at the same time: the store commits them together. */
const atOnce = 100

/** Revisions written of each. Every one is waited for, so that nothing still writes when this fails. */
async function writeAll(ports: SeedPorts, seeds: SeedEntity[]): Promise<number[]> {
  const written: number[] = []
  for (const some of chunksOf(seeds, atOnce))
    for (const result of await Promise.allSettled(some.map((s) => write(ports, s)))) {
      if (result.status === 'rejected') throw result.reason
      written.push(result.value)
    }
  return written
}
const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)

type Rows = { id: string; data: Record<string, unknown> }[]
type Groups = [EntityClassName, Rows][]
const baseList = {
  title: t(
    'Basisdaten|Base data|Datos base|Données de base|Alapadatok|Dati di base|Basisgegevens|Date de bază|Osnovni podaci|Basdata',
  ),
  isBasedata: true,
  languages: [...locales],
  fallbackLanguage: 'en_GB',
}

async function writeGroups(ports: SeedPorts, groups: Groups, at: string): Promise<number> {
  let written = 0
  for (const [entityclass, rows] of groups)
    written += sum(
      await writeAll(
        ports,
        rows.map(({ id, data }) => ({ id, entityclass, steps: [{ at, data }] })),
      ),
    )
  return written
}

/**
 * Writes what Inputlist cannot do without (base list, main categories, countries, field definitions, the system's
 * account) and the demonstration's institutions and accounts, unless only the system's is wanted. Gives the instant
 * that histories are counted from.
 */
export async function seedBase(
  ports: SeedPorts,
  log: Log = () => {},
  { withDemonstration = true } = {},
): Promise<string> {
  const known = await ports.entities.get(fixedIds.list.base)
  // A seed that was killed yesterday goes on with yesterday's dates.
  const today = storedDay(ports.clock.today())
  const start = known?.created ?? new Date(Date.parse(today) - historyDays * dayMs).toISOString()
  const written = await writeGroups(
    ports,
    [
      ['list', [{ id: fixedIds.list.base, data: baseList }]],
      ['account', accounts.filter(({ id }) => withDemonstration || id === fixedIds.account.system)],
      ['country', countries],
      ['region', regions],
      ['institution', withDemonstration ? institutions : []],
      ['category', mainCategoryEntities],
      ['fielddefinition', fieldDefinitions],
    ],
    start,
  )
  if (written) log(`Base data: ${written} entries`)
  return start
}

/** Writes the whole demonstration, on top of `seedBase`; of its products only the first `products`, if so told. */
export async function seed(
  ports: SeedPorts,
  log: Log = () => {},
  { products: most = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const start = await seedBase(ports, log)
  const later = new Date(Date.parse(start) + dayMs).toISOString()
  await write(ports, {
    id: fixedIds.list.base,
    entityclass: 'list',
    steps: [
      { at: start, data: baseList },
      { at: later, data: { ...baseList, ...baseListMore } },
    ],
  })
  const entries = await writeGroups(
    ports,
    [
      ['list', lists],
      ['biostandard', biostandards],
      ['category', categories],
      ['component', components],
      ['selectoption', selectOptions],
      ...textEntities,
      ['company', companies],
    ],
    later,
  )
  if (entries) log(`Reference data and companies: ${entries} entries`)
  const histories = [...productHistories(Date.parse(start) + historyDays * dayMs)].slice(0, most)
  const written = await writeAll(ports, histories)
  const products = written.filter((n) => n > 0).length
  const revisions = sum(written)
  if (products) log(`Products: ${products}, with ${revisions} revisions`)
}

if (import.meta.main) {
  const { openDatabase } = await import('../functions/adapters/embedded/database.ts')
  const { createEntityStore } = await import('../functions/adapters/embedded/entity-store.ts')
  const { systemClock } = await import('../functions/adapters/common/clock.ts')
  const { takeDataFolder } = await import('./start/data-folder.ts')
  try {
    const folder = takeDataFolder(process.env['DATA_DIR'] || '.data')
    const db = openDatabase(folder.path)
    try {
      await seed({ entities: createEntityStore(db), clock: systemClock }, (line) => console.log(line))
      folder.seeded(demonstrationMark())
      console.log('The demonstration data is there.')
    } finally {
      await db.close()
      folder.release()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
