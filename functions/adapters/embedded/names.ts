import { turnTaken } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { namesOf } from '../../../shared/model/references.ts'
import type { PutOptions } from '../../ports/entity-store.ts'
import { type Namers, namesDeleted } from '../common/entity-limits.ts'
import { entityKey, type Meta } from '../common/entity-rows.ts'
import type { Database } from './database.ts'

interface HeadRow {
  class: string | null
  rev: number
  meta: string
}

/**
 * Who names whom, kept in the transaction that writes who does. Entities have numbers here, given in the order in which they first
 * name something: what is written at the same time then lies side by side, where keys made of ids would touch another
 * page of the file for each of some thirty names of a product.
 */
export function createNames(db: Database, stateOf: (id: string, rev: number) => Entity) {
  const selectNumber = db.prepare('SELECT number FROM numbers WHERE id = ?')
  const insertNumber = db.prepare('INSERT INTO numbers (id) VALUES (?) RETURNING number')
  const selectHead = db.prepare(`SELECT class, rev, meta FROM items WHERE pk = ? AND sk = 'HEAD'`)
  const selectNaming = db.prepare(
    `SELECT id FROM names JOIN numbers USING (number) WHERE name = ? ORDER BY number`,
  )
  const selectPage = db.prepare(
    `SELECT number, id FROM names JOIN numbers USING (number) WHERE name = ? AND number > ? ORDER BY number LIMIT ?`,
  )
  const insertName = db.prepare('INSERT INTO names (name, number) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const deleteName = db.prepare('DELETE FROM names WHERE name = ? AND number = ?')

  const knownNumber = (id: string) => selectNumber.get(id)?.['number'] as number | undefined
  const numberOf = (id: string) => knownNumber(id) ?? (insertNumber.get(id)!['number'] as number)

  /** What is named must be there, or never have been: then others check it who know what it is for. */
  function check(names: Iterable<string>, namesAt: Readonly<Record<string, number>>) {
    for (const name of names) {
      const head = selectHead.get(entityKey(name)) as HeadRow | undefined
      if (head && (head.class === null || (JSON.parse(head.meta) as Meta).disabled)) throw namesDeleted(name)
      if (head && head.rev !== (namesAt[name] ?? head.rev)) throw turnTaken()
    }
  }

  return {
    /** Notes what the entity names from now on. Errors: it names something deleted, unless it may; `namesAt` is not so. */
    follow(entity: Entity, before: Entity | undefined, { mayNameDeleted, namesAt = {} }: PutOptions): void {
      const [names, named] = [new Set(namesOf(entity)), new Set(before && namesOf(before))]
      const gone = [...named].filter((name) => !names.has(name))
      const added = [...names].filter((name) => !named.has(name))
      if (gone.length + added.length > 0) {
        const number = numberOf(entity.id)
        for (const name of gone) deleteName.run(name, number)
        for (const name of added) insertName.run(name, number)
      }
      // Who comes back must find all that it names, not only what is new.
      const checked = before?.disabled
        ? names
        : [...names].filter((name) => !named.has(name) || Object.hasOwn(namesAt, name))
      if (!entity.disabled && !mayNameDeleted) check(checked, namesAt)
    },
    /** Before the entity is erased. */
    forget(entity: Entity): void {
      const number = knownNumber(entity.id)
      if (number !== undefined) for (const name of namesOf(entity)) deleteName.run(name, number)
    },
    isNamed(name: string, { areDeletedToo, ofClass, counts }: Namers): boolean {
      for (const { id } of selectNaming.iterate(name) as Iterable<{ id: string }>) {
        const head = selectHead.get(entityKey(id)) as HeadRow | undefined
        if (!head || (ofClass !== undefined && head.class !== ofClass)) continue
        if (!areDeletedToo && (JSON.parse(head.meta) as Meta).disabled) continue
        if (!counts || counts(stateOf(id, head.rev))) return true
      }
      return false
    },
    /** Ids of those who name it, page by page. */
    page(name: string, cursor: string | undefined, limit: number): { ids: string[]; cursor?: string } {
      const rows = selectPage.all(name, Number(cursor ?? 0), limit + 1) as { number: number; id: string }[]
      const ids = rows.slice(0, limit).map(({ id }) => id)
      return rows.length > limit ? { ids, cursor: String(rows[limit - 1]!.number) } : { ids }
    },
  }
}
