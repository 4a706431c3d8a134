/** What an import's job is about, and where its items lie until it has ended. */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
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
  phasesOf(items).map((phase) =>
    Array.from({ length: Math.ceil(phase.length / unitSize) }, (_, unit) =>
      phase.slice(unit * unitSize, (unit + 1) * unitSize),
    ),
  )

/** An item as a unit has it. */
export interface UnitItem extends ImportItem {
  /**
   * In a dry run: its references to things that earlier phases bring, which are not stored. Absent in jobs from before
   * this was kept: then every unknown key counts as brought.
   */
  brought?: string[]
}
/** The items of a dry run, each with what earlier phases bring of what it refers to. */
export function withBrought(phases: readonly ImportItem[][][]): UnitItem[][][] {
  const before = new Set<string>()
  return phases.map((units) => {
    const marked = units.map((items) =>
      items.map((item) => ({ ...item, brought: [...referencesIn(item.data)].filter((n) => before.has(n)) })),
    )
    for (const item of units.flat()) before.add(nameOf(item))
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
export const retireFile = (jobId: string, { units }: Pick<ImportConfig, 'units'>): string =>
  `imports/${jobId}/${units ?? 'retire'}`
/** Everything that is cleared away at the end. */
export function filesOf(job: ImportJob, config: ImportConfig): string[] {
  const phases = config.phases?.length ?? config.units ?? 0
  const files = Array.from({ length: phases }, (_, phase) => plannedUnits(job, config, phase) ?? [])
  const places = files.flat().map(({ file }) => file)
  return config.hasRetire ? [...places, retireFile(job.id, config)] : places
}
