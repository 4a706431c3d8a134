/**
 * The rows of one entity in the table `items`: how keys are spelled, and how a state is split into what histories
 * read (`meta`) and the rest (`body`). Keys are the ones of the DynamoDB table (docs/data-model.md).
 */
import type { Changeset, Entity, Revision, TimelineEvent } from '../../../shared/model/entity.ts'
import { freezeDeep, type PackedBody, unpackBody } from './body.ts'

export const entityKey = (id: string) => `E#${id}`
export const revisionKey = (rev: number) => `R#${String(rev).padStart(10, '0')}`
export const uniqueKey = (value: string) => `U#${value}`
/** Who names an entity, or a person: one item for each who does. */
export const namedKey = (name: string) => `N#${name}`
export const namingKey = (entityclass: string, id: string) => `${entityclass}#${id}`
/** In the cloud: of the save that began to name, so that two saves never share an item. */
export const namingStepKey = (entityclass: string, id: string, rev: number, token: string) =>
  `${namingKey(entityclass, id)}#${rev}#${token}`
export const classOfNaming = (key: string) => key.split('#')[0]!
export const idOfNaming = (key: string) => key.split('#')[1]!
export const revOfNaming = (key: string) => Number(key.split('#')[2] ?? 0)
/** What one account has read of a product's notes; all of a product share a partition. */
export const noteMarksPartition = (product: string) => `K#${product}`
export const noteMarksKey = (account: string, product: string) => ({
  pk: noteMarksPartition(product),
  sk: account,
})
/** What one account has begun to write in a conversation, beside it as marks are beside a product. */
export const draftKey = (account: string, conversation: string) => ({
  pk: noteMarksPartition(conversation),
  sk: `draft#${account}`,
})
export const counterKey = (name: string) => `C#${name}`
/** Short-lived items of one kind and group share a partition, so that no kind as a whole is a hot one. */
export const transientPartition = (key: string) => `T#${/^[^#:/]*(?:[#:/][^#:/]*)?/.exec(key)![0]}`
/** The partition of a prefix. Errors: a prefix that spans groups, and so partitions. */
export function listedPartition(prefix: string): string {
  const partition = transientPartition(prefix)
  if (!/^[^#:/]+[#:/][^#:/]*[#:/]/.test(prefix))
    throw new Error(
      `a transient prefix holds kind, group and a separator, e.g. presence#{product}#: ${prefix}`,
    )
  return partition
}

/** A page of ids, of which one more than it holds was read. */
export const pageOfIds = (found: string[], limit: number): { ids: string[]; cursor?: string } => {
  const ids = found.slice(0, limit)
  return found.length > limit ? { ids, cursor: ids.at(-1)! } : { ids }
}

/** All of an entity but its data, and what is known about the step to it. */
export interface Meta {
  attributeset: string
  created: string
  createdBy: string
  updated: string
  updatedBy: string
  disabled: boolean
  /** Head only: the unique values that the entity holds. */
  unique?: string[]
  /** Revision only. */
  changeset?: Changeset
  events?: TimelineEvent[]
}
/** Stands in the head's place after an erasure. */
export interface Tombstone {
  erased: true
  class: string
  by: string
  at: string
}

export const headMeta = (entity: Entity, unique: string[]): string =>
  JSON.stringify({ ...envelope(entity), unique: unique.length > 0 ? unique : undefined } satisfies Meta)
export const revisionMeta = (entity: Entity, changeset?: Changeset, events?: TimelineEvent[]): string =>
  JSON.stringify({ ...envelope(entity), changeset, events } satisfies Meta)

const envelope = (entity: Entity): Meta => ({
  attributeset: entity.attributeset,
  created: entity.created,
  createdBy: entity.createdBy,
  updated: entity.updated,
  updatedBy: entity.updatedBy,
  disabled: entity.disabled,
})

export interface StateRow {
  pk: string
  class: string
  rev: number
  meta: string
  body: PackedBody
}
/** The entity of a row, immutable: it may be given to several readers. */
export function entityOfRow(row: StateRow): Entity {
  const data = JSON.parse(unpackBody(row.body)) as Entity['data']
  return freezeDeep({ ...envelopeOfRow(row), data })
}
export function envelopeOfRow(row: Omit<StateRow, 'body'>): Omit<Entity, 'data'> {
  const meta = JSON.parse(row.meta) as Meta
  return {
    id: row.pk.slice(2),
    entityclass: row.class,
    attributeset: meta.attributeset,
    rev: row.rev,
    created: meta.created,
    createdBy: meta.createdBy,
    updated: meta.updated,
    updatedBy: meta.updatedBy,
    disabled: meta.disabled,
  }
}
export function stepOfMeta(text: string): Omit<Revision, 'entity'> {
  const { changeset, events } = JSON.parse(text) as Meta
  return { ...(changeset && { changeset }), ...(events && { events }) }
}
