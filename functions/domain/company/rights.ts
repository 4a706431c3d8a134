/** Who may change a company. Apart from what checks it when it is saved: whoever only shows one takes none of that along. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import { type CompanySubject, can } from '../../../shared/rules/permissions.ts'
import { notAllowed, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'

export const companySubject = (company: { id: string; data: CompanyData }): CompanySubject => ({
  id: company.id,
  owner: company.data.baseData.owner,
  institution: company.data.baseData.institution,
})

/** Of a company that was merged only the merge is taken back. */
export const companyMerged = (): Refusal =>
  refuseRule('companyMerged', 'The company was merged into another one. Undo the merge first.')

/** Why the actor may not change the company, delete it or bring it back; undefined if they may. */
export const companyEditRefusal = (
  company: { id: string; data: CompanyData },
  actor: Actor,
): Refusal | undefined => (can(actor, 'company:edit', companySubject(company)) ? undefined : notAllowed())
