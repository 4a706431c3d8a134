/** Decides what becomes of a company when somebody creates or saves it. */
import {
  CallError,
  forbidden,
  type Issue,
  invalidInput,
  notFound,
  revisionConflict,
} from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Company, CompanyData } from '../../../shared/model/company.ts'
import type { Entity, JsonPatch } from '../../../shared/model/entity.ts'
import { companyIssues } from '../../../shared/rules/company.ts'
import { pointerTokens } from '../../../shared/rules/json-patch.ts'
import { type CompanySubject, can } from '../../../shared/rules/permissions.ts'
import { noChange, unwrap } from '../../../shared/rules/refusal.ts'
import { isObject, sameValue } from '../../../shared/rules/values.ts'
import { checkedData, patched } from '../entity/checked.ts'

export const companySubject = (company: { id: string; data: CompanyData }): CompanySubject => ({
  id: company.id,
  owner: company.data.baseData.owner,
  institution: company.data.baseData.institution,
})

/** A new company: a name, and the creator's first institution as its owner. Its contacts come with its first save. */
export function decideCompanyCreate(
  name: string,
  actor: Actor,
  id: string,
  now: string,
): Entity<CompanyData> {
  if (!can(actor, 'company:create', undefined)) throw forbidden()
  const institution = actor.role === 'admin' ? undefined : actor.institutions[0]?.id
  return {
    id,
    entityclass: 'company',
    attributeset: 'default',
    rev: 1,
    created: now,
    createdBy: actor.account,
    updated: now,
    updatedBy: actor.account,
    disabled: false,
    data: checkedData<CompanyData>('company', {
      baseData: { name: name.trim(), ...(institution && { owner: institution, institution }) },
    }),
  }
}

/** A company with all of its data from the start: it must be complete. Errors: as `decideCompanySave`. */
export function decideCompanyWhole(
  input: unknown,
  actor: Actor,
  id: string,
  now: string,
): Entity<CompanyData> {
  const { importKey, ...data } = checkedData<CompanyData>('company', tidy(input), '/data')
  if (importKey !== undefined)
    throw invalidInput([{ path: '/data/importKey', expected: 'this is set by imports only' }])
  const made = decideCompanyCreate(data.baseData.name, actor, id, now)
  const { owner, institution } = made.data.baseData
  const whole: CompanyData = {
    ...data,
    baseData: {
      ...data.baseData,
      owner: data.baseData.owner ?? owner,
      institution: data.baseData.institution ?? institution,
    },
  }
  const isOnlyNamed = sameValue(checkedData('company', whole), made.data)
  const issues = isOnlyNamed ? [] : companyIssues(whole)
  if (issues.length) throw companyError(issues.map((i) => ({ ...i, path: `/data${i.path}` })))
  return { ...made, data: whole }
}

/** Texts without blanks around them; texts that are empty then, and empty optional ids, are left out. */
function tidied(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([key, value]) => value !== '' || key === 'name'),
  )
}
function tidy(data: unknown): unknown {
  if (!isObject(data)) return data
  const rows = (map: unknown) =>
    isObject(map)
      ? Object.fromEntries(Object.entries(map).map(([id, row]) => [id, isObject(row) ? tidied(row) : row]))
      : map
  return {
    ...data,
    ...(isObject(data['baseData']) && { baseData: tidied(data['baseData']) }),
    ...('addresses' in data && { addresses: rows(data['addresses']) }),
    ...('contactPersons' in data && { contactPersons: rows(data['contactPersons']) }),
  }
}

/** What breaks the company's rules, as one error: its sentence, and each place. */
export function companyError(issues: Issue[]): CallError {
  const sentences = [...new Set(issues.map((i) => i.expected))]
  const key = issues.every((i) => i.key === issues[0]!.key) ? issues[0]!.key : 'productInvalid'
  return new CallError('rule_violated', sentences.join(' '), { ...(key && { key }), issues })
}

/**
 * The company after the patch. Errors: `not_found` and `forbidden` by the viewer's rights, `revision_conflict`,
 * `invalid_input` for what does not fit, `rule_violated` with an issue at each wrong place, or for no change at all.
 */
export function decideCompanySave(
  before: Company | undefined,
  change: { id: string; rev: number; patch: JsonPatch },
  actor: Actor,
  now: string,
): Entity<CompanyData> {
  const subject = before && companySubject(before)
  if (!before || !subject || !can(actor, 'company:view', subject)) throw notFound(change.id)
  if (!can(actor, 'company:edit', subject)) throw forbidden()
  if (change.rev !== before.rev) throw revisionConflict(change.rev, before.rev)
  for (const [i, op] of change.patch.entries()) {
    const places = 'from' in op ? [op.path, op.from] : [op.path]
    if (op.op !== 'test' && places.some((place) => isProtected(place)))
      throw new CallError('invalid_input', `/patch/${i}: this cannot be changed here`, {
        key: 'pathInvalid',
        issues: [{ path: `/patch/${i}/path`, expected: 'this cannot be changed here' }],
      })
  }
  const data = checkedData<CompanyData>('company', tidy(patched(before.data, change.patch)))
  if (sameValue(data, before.data)) return unwrap(noChange())
  const issues = companyIssues(data)
  if (issues.length) throw companyError(issues)
  return { ...before, rev: before.rev + 1, updated: now, updatedBy: actor.account, data }
}

/** The whole company, and the key that ties it to the register it came from. */
function isProtected(pointer: string): boolean {
  const [first] = pointerTokens(pointer) ?? []
  return first === undefined || first === 'importKey'
}
