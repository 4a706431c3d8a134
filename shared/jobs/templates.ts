/** The kinds of jobs that people may start by `batch/job/run`: one template each. Browser and server share it. */
import * as z from 'zod'
import { entityClassNames } from '../model/entity-classes.ts'
import type { Permission } from '../rules/permissions.ts'
import { flagInput } from './flag.ts'
import { mergeInput, mergeUndoDays } from './merge.ts'

export interface JobTemplate<I extends z.ZodType = z.ZodType> {
  /** Kind of the job; also the name of its queue and of its file in functions/workers. */
  readonly name: string
  /** What who starts it must have, and must still have when a unit of it is done. */
  readonly permission: Permission
  /** Form of `config` of `batch/job/run`. */
  readonly input: I
  /** Whether `batch/job/preview` can tell what it would do. */
  readonly hasPreview: boolean
  /** Whether `batch/job/undo` can take it back. */
  readonly isUndoable: boolean
  /** Days in which it can be taken back, where these are fewer than what its units noted is kept. */
  readonly undoDays?: number
}

/** Documents of the index are made anew: of a class. */
const reindexInput = z.strictObject({ entityClass: z.enum(entityClassNames as [string, ...string[]]) })
/** Also those that are made of something of other entities; such a job follows from a change. */
export type ReindexConfig = z.infer<typeof reindexInput> | { ids: string[]; cursor?: string }

export const templates: readonly JobTemplate[] = [
  {
    name: 'flag',
    permission: 'product:flag',
    input: flagInput,
    hasPreview: true,
    isUndoable: true,
  },
  {
    name: 'merge',
    permission: 'company:merge',
    input: mergeInput,
    hasPreview: true,
    isUndoable: true,
    undoDays: mergeUndoDays,
  },
  {
    name: 'reindex',
    permission: 'administration:edit',
    input: reindexInput,
    hasPreview: true,
    isUndoable: false,
  },
]

/** The template of a name; undefined where there is none, or where jobs of the kind are started by a call of their own. */
export const templateOf = (name: string): JobTemplate | undefined =>
  templates.find((template) => template.name === name)
