/** What is known of the products of one list, to tell the public from: rows that hold nothing secret. */
import { companyRoles } from '../../../shared/constants.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import {
  isPublicField,
  liveFields,
  type PublicRow,
  publicColumn,
  type RowContext,
} from '../../../shared/rules/public/row.ts'

/** Raised when rows of the same products come out differently: older snapshots are made anew. */
const form = 1

export interface Kept {
  /** What the rows were made by. */
  key: string
  /** Changes from then on are not in it; and when all ids were last compared. Instants. */
  since: string
  compared: string
  /** When something of it changed last. */
  changed: string
  /** Goes up with each change, in one process. */
  version: number
  /** Goes up where a company is called otherwise. */
  named: number
  /** Revisions of the products that were looked at. */
  revs: Map<string, number>
  rows: Map<string, PublicRow>
  /** Products that a product reads values from. */
  parents: Map<string, string[]>
  /** Names of companies; undefined for those that are gone. */
  companies: Map<string, string | undefined>
}

export const nothingKept = (key: string, now: string): Kept => ({
  key,
  since: now,
  compared: now,
  changed: now,
  version: 0,
  named: 0,
  revs: new Map(),
  rows: new Map(),
  parents: new Map(),
  companies: new Map(),
})

/** Everything but the products that decides how rows come out. */
export function rowsKey(
  { fields, paths }: Pick<RowContext, 'fields' | 'paths'>,
  standards: ReadonlyMap<
    string,
    { data: { dependency?: string | undefined; baseApproval: boolean }; disabled: boolean }
  >,
): string {
  const shown = [...paths].filter((path) => isPublicField(path, fields)).sort()
  const columns = [...liveFields(fields).values()]
    .filter(
      ({ displayType, displayKey, path }) =>
        displayType === 'table' && publicColumn(displayKey, path, fields),
    )
    .map(({ path }) => path)
    .sort()
  const rulings = [...standards]
    .filter(([, { disabled }]) => !disabled)
    .map(([id, { data }]) => `${id} ${data.dependency ?? ''} ${data.baseApproval}`)
    .sort()
  return JSON.stringify([form, isPublicField(tradeNamePath, fields), shown, columns, rulings])
}

/** Companies whose names are told. */
export const companiesOf = ({ rows }: Kept, parts: readonly string[]): Set<string> => {
  const roles = new Set<string>(companyRoles.filter((role) => parts.includes(role)))
  return new Set(
    [...rows.values()].flatMap(({ companies }) =>
      companies.flatMap(({ role, company }) => (roles.has(role) ? company : [])),
    ),
  )
}

type Stored = { [K in keyof Kept]: Kept[K] extends Map<string, infer V> ? [string, V | null][] : Kept[K] }
export const toStored = ({ revs, rows, parents, companies, ...rest }: Kept): Stored => ({
  ...rest,
  revs: [...revs],
  rows: [...rows],
  parents: [...parents],
  companies: [...companies].map(([id, name]) => [id, name ?? null]),
})
/** What was kept by another server; undefined where it is of another kind. */
export function fromStored(value: unknown): Kept | undefined {
  const stored = value as Stored | undefined
  const isOurs = typeof stored?.key === 'string' && stored.key.startsWith(`[${form},`)
  if (!isOurs) return undefined
  return {
    ...stored,
    revs: new Map(stored.revs as [string, number][]),
    rows: new Map(stored.rows as [string, PublicRow][]),
    parents: new Map(stored.parents as [string, string[]][]),
    companies: new Map(stored.companies.map(([id, name]) => [id, name ?? undefined])),
  }
}
