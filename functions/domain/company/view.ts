import type { Actor } from '../../../shared/model/actor.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import type { Company, CompanyData, CompanyView } from '../../../shared/model/company.ts'
import type { Changeset, Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { pointerTokens } from '../../../shared/rules/json-patch.ts'
import { textIn } from '../../../shared/rules/localized.ts'
import { can, type Permission } from '../../../shared/rules/permissions.ts'
import { redactCompany } from '../../../shared/rules/redact-company.ts'
import { knownData } from '../entity/checked.ts'
import { withToldPeople } from '../entity/people.ts'
import { companySubject } from './rights.ts'

type Institutions = ReadonlyMap<string, Entity<{ title: Localized }>>
const asked = ['company:edit', 'company:view-owner-only'] as const satisfies Permission[]

/**
 * A company as the viewer gets it, undefined if they may not know of it. For an older revision give `current`, the
 * company of today: its owner decides, and of the rows only those that are open today are open.
 */
export function viewCompany(
  company: Company | Entity<CompanyData>,
  actor: Actor,
  institutions: Institutions,
  current: Company | Entity<CompanyData> = company,
): CompanyView | undefined {
  const subject = companySubject(current)
  const redacted = redactCompany({ id: company.id, data: asOfToday(company.data, current.data) }, actor)
  if (!redacted) return undefined
  // Who sees every row gets them as they were, with their marks.
  const data = can(actor, 'company:view-owner-only', subject)
    ? { ...company.data, baseData: redacted.baseData }
    : redacted
  const titles: Record<string, string> = {}
  for (const id of [data.baseData.owner, data.baseData.institution]) {
    const title = id === undefined ? undefined : institutions.get(id)?.data.title
    if (id !== undefined && title) titles[id] = textIn(title, actor.language) ?? ''
  }
  const may = asked.filter((permission) => can(actor, permission, subject))
  return {
    ...withToldPeople(company, actor),
    data: knownData('company', withOwner(data, company.data)),
    may,
    titles,
  }
}

/**
 * An older state with the rights of today. A row that is not there today may stand there under another id, for its owner
 * only; so it is the owner's only, too.
 */
function asOfToday(data: CompanyData, current: CompanyData): CompanyData {
  if (data === current) return data
  const hide = <T extends { visibleToOwnerOnly: boolean }>(rows: Record<string, T>, now: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(rows).map(([id, row]) => {
        const isOpen = Object.hasOwn(now, id) && !now[id]?.visibleToOwnerOnly
        return [id, isOpen ? row : { ...row, visibleToOwnerOnly: true }]
      }),
    )
  return {
    ...data,
    baseData: { ...data.baseData, owner: current.baseData.owner, institution: current.baseData.institution },
    addresses: hide(data.addresses, current.addresses),
    contactPersons: hide(data.contactPersons, current.contactPersons),
  }
}
/** The owner as it was in that revision. */
const withOwner = (data: CompanyData, of: CompanyData): CompanyData => ({
  ...data,
  baseData: { ...data.baseData, owner: of.baseData.owner, institution: of.baseData.institution },
})

/**
 * A step of a company's history. Which rows it was about is told to those only who see all of them; others learn that it
 * was addresses or contacts, and no title, which can name such a row.
 */
export function companyStep(
  company: Entity,
  step: { changeset?: Changeset | undefined; events?: TimelineEvent[] | undefined },
  actor: Actor,
): { changeset?: Changeset | undefined; events?: TimelineEvent[] | undefined } {
  if (!isOfClass('company', company) || !step.changeset) return step
  const subject = companySubject(company)
  if (can(actor, 'company:view-owner-only', subject)) return step
  const { paths, label } = step.changeset
  if (!paths) return step
  const open = paths.map((path) =>
    path.startsWith('/baseData') ? path : `/${pointerTokens(path)?.[0] ?? ''}`,
  )
  const isWhole = open.every((path, at) => path === paths[at])
  return { ...step, changeset: { label: isWhole ? label : '', paths: [...new Set(open)] } }
}
