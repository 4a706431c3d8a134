/** What an import's job is about, and where its items lie until it has ended. */

import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import { chunksOf } from '../../../shared/chunks.ts'
import { nameOf, phasesOf } from './phases.ts'
import { referencesIn } from './references.ts'

export const importKind = 'import'
/** Items of one unit: done in well under the unit's time. */
export const unitSize = 50

export const outcomes = ['created', 'changed', 'unchanged', 'rejected', 'deactivated'] as const
export type Outcome = (typeof outcomes)[number]
export type Counts = Record<Outcome, number>
export const noCounts = (): Counts => ({ created: 0, changed: 0, unchanged: 0, rejected: 0, deactivated: 0 })

export interface ImportConfig {
  source: string
  dryrun: boolean
  /** Absent in jobs from before approvals had to be asked for: then they are not taken. */
  approvals?: 'ignore' | 'migrate'
  /** Items of each unit, phase by phase. Absent in jobs from before there were phases. */
  phases?: number[][]
  /** A last phase deactivates what is gone. */
  hasRetire: boolean
  /** Jobs from before there were phases: how many files of items they have, to be taken one after the other. */
  units?: number
  [key: string]: unknown
}

/** The items of a job as they are taken: phases of units. */
export const unitsOf = (items: readonly ImportItem[]): ImportItem[][][] =>
  phasesOf(items).map((phase) => chunksOf(phase, unitSize))

/** An item as a unit has it. The rest is of dry runs, where what earlier phases bring is not stored. */
export interface UnitItem extends ImportItem {
  /** Units (`{phase}-{unit}`) that bring something that it is made from, also by way of other items. */
  sources?: string[]
  /** Later phases refer to it. */
  isAwaited?: boolean
}
/** The items of a dry run, each with what its unit must read of earlier ones and keep for later ones. */
export function forDryRun(phases: readonly ImportItem[][][]): UnitItem[][][] {
  const names = new Map<ImportItem, Set<string>>()
  for (const item of phases.flat(2)) names.set(item, referencesIn(item.data))
  const awaited = new Set([...names.values()].flatMap((of) => [...of]))
  /** Of the items of earlier phases: their own unit, and those that they come from. */
  const earlier = new Map<string, readonly string[]>()
  return phases.map((units, phase) => {
    const marked = units.map((items) =>
      items.map((item): UnitItem => {
        const sources = new Set([...names.get(item)!].flatMap((name) => earlier.get(name) ?? []))
        return { ...item, sources: [...sources], isAwaited: awaited.has(nameOf(item)) }
      }),
    )
    for (const [unit, items] of marked.entries())
      for (const item of items)
        if (item.isAwaited) earlier.set(nameOf(item), [`${phase}-${unit}`, ...item.sources!])
    return marked
  })
}

export interface PlannedUnit {
  rows: number
  /** Place of its items in the file store. */
  file: string
}
interface ImportJob {
  id: string
  data: { total: number }
}
/** The units of a phase; undefined behind the last phase of items. */
export function plannedUnits(job: ImportJob, config: ImportConfig, phase: number): PlannedUnit[] | undefined {
  if (config.phases)
    return config.phases[phase]?.map((rows, unit) => ({ rows, file: itemsFile(job.id, phase, unit) }))
  if (phase >= (config.units ?? 0)) return undefined
  const rows = Math.min(unitSize, job.data.total - phase * unitSize)
  return [{ rows, file: `imports/${job.id}/${phase}` }]
}
export const itemsFile = (jobId: string, phase: number, unit: number): string =>
  `imports/${jobId}/${phase}-${unit}`
/** Where the unit of a dry run with these items keeps what it would have written and later phases refer to. */
export const madeFile = (items: string): string => `${items}-made`
export const retireFile = (jobId: string, { units }: Pick<ImportConfig, 'units'>): string =>
  `imports/${jobId}/${units ?? 'retire'}`
/** Everything that is cleared away at the end. */
export function filesOf(job: ImportJob, config: ImportConfig): string[] {
  const phases = config.phases?.length ?? config.units ?? 0
  const files = Array.from({ length: phases }, (_, phase) => plannedUnits(job, config, phase) ?? [])
  const places = files.flat().flatMap(({ file }) => (config.dryrun ? [file, madeFile(file)] : [file]))
  return config.hasRetire ? [...places, retireFile(job.id, config)] : places
}
