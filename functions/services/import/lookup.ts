import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import { type EntityClassName, entityClasses } from '../../../shared/model/entity-classes.ts'
import { type EntityOf, isOfClass } from '../../../shared/model/entity-data.ts'
import { fieldsByPath } from '../../../shared/rules/secrecy.ts'
import { uniqueKey } from '../../domain/entity/unique-values.ts'
import type { ApprovalReference } from '../../domain/import/approvals.ts'
import { referencesIn } from '../../domain/import/references.ts'
import type { ImportPorts } from './ports.ts'

type LookupPorts = Pick<ImportPorts, 'entities' | 'reference'>
type FieldsByPath = ReturnType<typeof fieldsByPath>
type ByClass = { [C in EntityClassName]?: Map<string, EntityOf<C>> }

/** Fields that nobody knows and that are looked for all the same: more than anybody has made elsewhere within some seconds. */
const maxUnknown = 200

/** What the items of a unit refer to: reference data, and things of the register by their keys. Kept for the unit. */
export class RegisterLookup {
  private readonly ports: LookupPorts
  private readonly source: string
  private readonly ids = new Map<string, string>()
  private readonly successors = new Map<string, string>()
  private reference: ByClass = {}
  /** Paths that no field has. */
  private readonly noFields = new Set<string>()
  constructor(ports: LookupPorts, source: string) {
    this.ports = ports
    this.source = source
  }

  /** Has everything read anew. */
  forget() {
    this.ids.clear()
    this.successors.clear()
    this.noFields.clear()
    this.reference = {}
  }
  /** The unit has written a thing. */
  add<C extends EntityClassName>(kind: C, key: string, written: EntityOf<C>) {
    this.ids.set(`${kind}:${key}`, written.id)
    this.reference[kind]?.set(written.id, written)
  }

  /** Reference data as this unit saw it first, with what the unit has written since. */
  async entries<C extends EntityClassName>(kind: C): Promise<Map<string, EntityOf<C>>> {
    const known: Map<string, EntityOf<C>> | undefined = this.reference[kind]
    if (known) return known
    const map = new Map(await this.ports.reference.all(kind))
    this.reference[kind] = map as ByClass[C]
    return map
  }
  /** Reference data may be some seconds old: what the item refers to was maybe made since, by another process. */
  async readNew(kind: EntityClassName, ids: readonly string[]): Promise<void> {
    if (!entityClasses[kind].isReference) return
    const known = await this.entries(kind)
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return
    for (const entity of await this.ports.entities.getMany(missing))
      if (isOfClass(kind, entity)) known.set(entity.id, entity)
  }
  /**
   * Fields as this unit saw them first, by id, with those that another process has made since: `unknown` tells the paths that it
   * looks for in vain.
   */
  async fields(
    unknown: (known: FieldsByPath) => string[],
  ): Promise<ReadonlyMap<string, EntityOf<'fielddefinition'>>> {
    const known = await this.entries('fielddefinition')
    const paths = unknown(fieldsByPath(known)).filter((path) => !this.noFields.has(path))
    const ids: string[] = []
    const look = async (path: string) => {
      const id = await this.ports.entities.findUnique(uniqueKey('fielddefinition', '/path', path))
      if (id === undefined) this.noFields.add(path)
      else ids.push(id)
    }
    await Promise.all(paths.slice(0, maxUnknown).map(look))
    const found = ids.length > 0 ? await this.ports.entities.getMany(ids) : []
    // Other items have looked for theirs meanwhile.
    const latest = await this.entries('fielddefinition')
    if (found.length === 0) return latest
    // Another map: which fields have which paths is kept by it.
    const now = new Map(latest)
    for (const entity of found) if (isOfClass('fielddefinition', entity)) now.set(entity.id, entity)
    this.reference.fielddefinition = now
    return now
  }
  async approvalReference(): Promise<ApprovalReference> {
    const { reference } = this.ports
    return {
      lists: await reference.all('list'),
      standards: await reference.all('biostandard'),
      restrictions: await reference.all('restrictiontext'),
      categories: await this.entries('category'),
    }
  }

  /** Id of a thing of the register, by its kind and key. */
  async idOf(kind: EntityClassName, key: string): Promise<string | undefined> {
    const name = `${kind}:${key}`
    const known = this.ids.get(name)
    if (known) return known
    const id = await this.ports.entities.findUnique(uniqueKey(kind, '/importKey', `${this.source}:${key}`))
    if (id !== undefined) this.ids.set(name, id)
    return id
  }
  /** The company that is meant where one was merged into another one. */
  private async successorOf(id: string): Promise<string> {
    const known = this.successors.get(id)
    if (known) return known
    const company = await this.ports.entities.get('company', id)
    const into = company?.data.mergedInto?.company ?? id
    this.successors.set(id, into)
    return into
  }
  /** Ids of the things that an item refers to. */
  async idsOf({ data }: ImportItem): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const reference of referencesIn(data)) {
      const at = reference.indexOf(':')
      const kind = reference.slice(0, at) as EntityClassName
      const id = Object.hasOwn(entityClasses, kind)
        ? await this.idOf(kind, reference.slice(at + 1))
        : undefined
      if (id !== undefined) found.set(reference, kind === 'company' ? await this.successorOf(id) : id)
    }
    return found
  }
}
