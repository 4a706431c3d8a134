/** Fills an empty Inputlist with demonstration data. `npm run seed` works on DATA_DIR; running it again changes nothing. */
import { fixedIds, locales } from '../shared/constants.ts'
import type { EntityClassName } from '../shared/model/entity-classes.ts'
import { fieldDefinitions } from './seed/fields.ts'
import { accounts, institutions } from './seed/people.ts'
import { countries, mainCategoryEntities, regions } from './seed/places.ts'
import { t } from './seed/titles.ts'
import { type SeedPorts, write } from './seed/writer.ts'

export type Log = (line: string) => void
const dayMs = 86_400_000
/** The demonstration's history starts this many days before its seeding. */
const historyDays = 3 * 365

/**
 * Writes what Inputlist cannot do without (base list, main categories, countries, field definitions, the system's
 * account) and the demonstration's institutions and accounts. Gives the instant that histories are counted from.
 */
export async function seedBase(ports: SeedPorts, log: Log = () => {}): Promise<string> {
  const known = await ports.entities.get(fixedIds.list.base)
  // A seed that was killed yesterday goes on with yesterday's dates.
  const today = `${ports.clock.now().slice(0, 10)}T04:00:00.000Z`
  const start = known?.created ?? new Date(Date.parse(today) - historyDays * dayMs).toISOString()
  let written = await write(ports, {
    id: fixedIds.list.base,
    entityclass: 'list',
    steps: [
      {
        at: start,
        data: {
          title: t(
            'Basisdaten|Base data|Datos básicos|Données de base|Alapadatok|Dati di base|Basisgegevens|Date de bază|Osnovni podaci|Basdata',
          ),
          isBasedata: true,
          languages: [...locales],
          fallbackLanguage: 'en_GB',
        },
      },
    ],
  })
  const groups: [EntityClassName, { id: string; data: Record<string, unknown> }[]][] = [
    ['account', accounts],
    ['country', countries],
    ['region', regions],
    ['institution', institutions],
    ['category', mainCategoryEntities],
    ['fielddefinition', fieldDefinitions],
  ]
  for (const [entityclass, rows] of groups)
    for (const { id, data } of rows)
      written += await write(ports, { id, entityclass, steps: [{ at: start, data }] })
  if (written) log(`Base data: ${written} entries`)
  return start
}

/** Writes the whole demonstration, on top of `seedBase`. */
export async function seed(ports: SeedPorts, log: Log = () => {}): Promise<void> {
  await seedBase(ports, log)
}
