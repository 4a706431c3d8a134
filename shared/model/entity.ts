import * as z from 'zod'
import { id, instant, rev } from './basics.ts'

/** What every entity carries (decisions §2). `data` is the part that patches address. */
export const entityOf = <T extends z.ZodType>(data: T) =>
  z.object({
    id,
    entityclass: z.string(),
    attributeset: z.string(),
    rev,
    created: instant,
    createdBy: z.string(),
    updated: instant,
    updatedBy: z.string(),
    disabled: z.boolean(),
    data,
  })

/** Any entity: its `data` is checked by the schema of its class when it is written, not again when it is read. */
export const anyEntity = entityOf(z.record(z.string(), z.unknown()))
export interface Entity<T = Record<string, unknown>> {
  id: string
  entityclass: string
  attributeset: string
  rev: number
  created: string
  createdBy: string
  updated: string
  updatedBy: string
  disabled: boolean
  data: T
}

/** One operation of RFC 6902. Paths start at the entity's `data`. */
export const jsonPatch = z
  .array(
    z.discriminatedUnion('op', [
      z.object({ op: z.literal('add'), path: z.string(), value: z.unknown() }),
      z.object({ op: z.literal('replace'), path: z.string(), value: z.unknown() }),
      z.object({ op: z.literal('test'), path: z.string(), value: z.unknown() }),
      z.object({ op: z.literal('remove'), path: z.string() }),
      z.object({ op: z.literal('move'), path: z.string(), from: z.string() }),
      z.object({ op: z.literal('copy'), path: z.string(), from: z.string() }),
    ]),
  )
  .max(10_000)
export type JsonPatch = z.infer<typeof jsonPatch>

/** A title for a group of changes, kept with the revision: why, and which paths it is about. */
export const changeset = z.object({
  label: z.string().max(500),
  paths: z.array(z.string().max(500)).max(1000).optional(),
})
export type Changeset = z.infer<typeof changeset>
const importLabel = 'Import: '
/** The title of what an import writes. */
export const importChangeset = (source: string): Changeset => ({ label: `${importLabel}${source}` })
/** Did an import write it? Four eyes rely on this, so nobody else titles a change so. */
export const isOfImport = ({ label }: Changeset): boolean => label.startsWith(importLabel)
/** A title as people may give one: none that looks as if an import had given it, whatever signs nobody sees stand in it. */
const looksOfImport = ({ label }: Changeset): boolean =>
  label
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Cc}\p{Z}]/gu, '')
    .toLowerCase()
    .startsWith(importLabel.trim().toLowerCase())
export const givenChangeset = changeset.refine((given) => !looksOfImport(given), {
  path: ['label'],
  error: 'only imports title their changes so',
})

/** What happened to a product, for its timeline (decisions §9). */
export const timelineKinds = [
  'created',
  'saved',
  'listAdded',
  'activated',
  'deactivated',
  'archived',
  'unarchived',
  'moved',
  'approvalInitiated',
  'approvalConfirmed',
  'approvalReleased',
  'approvalChanged',
  'approvalExtended',
  'approvalEnded',
  'approvalMigrated',
  'approvalLeft',
  'responsibilityChanged',
  'parentChanged',
  'nationalPartnerReset',
  'flagSet',
  'flagRemoved',
  'nameChanged',
  'noteAdded',
  'noteChanged',
  'noteRead',
  'noteDeleted',
  'deleted',
  'restored',
  'reverted',
  'companyMerged',
  'companyMergeUndone',
] as const
export const timelineEvent = z.object({
  kind: z.enum(timelineKinds),
  /** List that it concerns, if one. */
  list: z.string().optional(),
  standard: z.string().optional(),
  /** Trade name, institution id, flag or derived parent before and after, product moved from or to, revision reverted to, register … */
  from: z.string().optional(),
  to: z.string().optional(),
  /** Job that did it. */
  job: z.string().optional(),
  /** Of an approval that had run out by itself, which the changed state does not tell any more: its last day. */
  lastDay: z.string().optional(),
})
export type TimelineEvent = z.infer<typeof timelineEvent>

/** A revision as the store keeps it: the whole state, and what is known about the step to it. */
export interface Revision {
  entity: Entity
  changeset?: Changeset
  events?: TimelineEvent[]
}
