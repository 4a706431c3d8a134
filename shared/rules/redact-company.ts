/** What a viewer gets to see of a company: some addresses and persons are its owner's only. */
import type { Actor } from '../model/actor.ts'
import type { CompanyData } from '../model/company.ts'
import { can } from './permissions.ts'

const keep = <T>(rows: Record<string, T>, sees: (row: T, id: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(rows).filter(([id, row]) => sees(row, id)))

/** A company without the addresses and persons that only its owner may see; undefined if the actor may not know it. */
export function redactCompany(
  company: { id: string; data: CompanyData },
  actor: Actor,
): CompanyData | undefined {
  const { data } = company
  const subject = { id: company.id, owner: data.baseData.owner, institution: data.baseData.institution }
  if (!can(actor, 'company:view', subject)) return undefined
  if (can(actor, 'company:view-owner-only', subject)) return data
  const addresses = keep(data.addresses, (row) => !row.visibleToOwnerOnly)
  const contactPersons = Object.fromEntries(
    Object.entries(keep(data.contactPersons, (row) => !row.visibleToOwnerOnly)).map(([id, row]) => {
      if (row.address === undefined || Object.hasOwn(addresses, row.address)) return [id, row]
      const { address: _, ...rest } = row
      return [id, rest]
    }),
  )
  return { ...data, addresses, contactPersons }
}
