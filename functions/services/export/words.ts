import { fixedIds } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import { categoryText } from '../../../shared/rules/category-text.ts'
import { dayIn } from '../../../shared/rules/dates.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import { type TitledClass, titledClasses } from '../../../shared/rules/named-value.ts'
import type { CatalogueField } from '../../../shared/search/catalogue-field.ts'
import { productTexts } from '../../../shared/texts/product-texts.ts'
import { peopleNames } from '../../domain/account/accounts.ts'
import type { ColumnWords, Values } from '../../domain/export/columns.ts'
import type { ExportConfig } from '../../domain/export/job.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { readMany } from '../entity/many.ts'
import type { ReferenceReader } from '../product/open.ts'

export interface WordPorts {
  entities: Pick<EntityReader, 'getMany'>
  reference: ReferenceReader
  clock: Pick<Clock, 'millis' | 'timeZone'>
}
export interface Words extends ColumnWords {
  /** Learns the names of the people of these rows, as far as the viewer may be told them. */
  meet(rows: readonly Values[]): Promise<void>
}

/** What an export says things with, in its language. */
export async function exportWords(
  { language, list = fixedIds.list.base }: Pick<ExportConfig, 'language' | 'list'>,
  columns: readonly CatalogueField[],
  actor: Actor,
  { entities, reference, clock }: WordPorts,
): Promise<Words> {
  const t = await productTexts(language)
  const title = (text: Localized | undefined) => titleIn(text, language)
  const [lists, standards, categories, ...titled] = await Promise.all([
    reference.all('list'),
    reference.all('biostandard'),
    reference.all('category'),
    ...titledClasses.map((name) => reference.all(name)),
  ])
  const titles = new Map<TitledClass, ReadonlyMap<string, { data: { title: Localized } }>>(
    titledClasses.map((name, i) => [name, titled[i]!]),
  )
  const ofPeople = columns.filter(({ entityClass }) => entityClass === 'account').map(({ name }) => name)
  const people = new Map<string, string>()
  return {
    t,
    title,
    titleOf: (entityClass, id) => titles.get(entityClass)?.get(id)?.data.title,
    person: (id) => people.get(id) ?? '',
    today: dayIn(clock.timeZone, clock.millis()),
    list: title(lists.get(list)?.data.title),
    standard: (id) => title(standards.get(id)?.data.name),
    category: (id) => categoryText(categories, id, title),
    async meet(rows) {
      const ids = new Set<string>()
      for (const values of rows)
        for (const name of ofPeople)
          for (const id of [values[name] ?? []].flat()) if (!people.has(String(id))) ids.add(String(id))
      if (ids.size === 0) return
      const names = peopleNames(await readMany(entities, ids), actor)
      for (const id of ids) people.set(id, names[id] ?? '')
    },
  }
}
