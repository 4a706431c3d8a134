/** Decides what becomes of a company when somebody creates or saves it. */
import type { Issue } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Address, Company, CompanyData } from '../../../shared/model/company.ts'
import type { Entity, JsonPatch } from '../../../shared/model/entity.ts'
import { type CompanyFacts, companyIssues, taxIdIssues } from '../../../shared/rules/company.ts'
import { pointerTokens } from '../../../shared/rules/json-patch.ts'
import { can } from '../../../shared/rules/permissions.ts'
import {
  entityNotFound,
  isRefusal,
  noChange,
  notAllowed,
  type Refusal,
  refuse,
  refuseInput,
  refuseRule,
  staleRev,
} from '../../../shared/rules/refusal.ts'
import { isObject, sameValue } from '../../../shared/rules/values.ts'
import { checkedData, patched } from '../entity/checked.ts'
import { companyEditRefusal, companyMerged, companySubject } from './rights.ts'

/** Countries of administration data, and formats of numbers, which phone and tax numbers are judged by. */
export type FactsOfSave = Required<Pick<CompanyFacts, 'isoOf' | 'formats'>>

/** What is known of a company when it is made. */
export type NewCompany = Pick<CompanyData['baseData'], 'name' | 'taxId' | 'taxIdCh'> & Pick<Address, 'city'>
/**
 * A new company: a name and what else is known, and the creator's first institution as its owner. The rest of its address, and
 * its contacts, come with its first save.
 */
export function decideCompanyCreate(
  { city, ...known }: NewCompany,
  actor: Actor,
  { id, address }: { id: string; address: string },
  { formats, now }: Pick<FactsOfSave, 'formats'> & { now: string },
): Entity<CompanyData> | Refusal {
  if (!can(actor, 'company:create', undefined)) return notAllowed()
  const institution = actor.role === 'admin' ? undefined : actor.institutions[0]?.id
  const data = checkedData<CompanyData>(
    'company',
    tidy({
      baseData: { ...known, ...(institution && { owner: institution, institution }) },
      ...(city?.trim() && { addresses: { [address]: { type: 'main', city } } }),
    }),
  )
  if (isRefusal(data)) return data
  // Once it is stored nobody judges it again. Its country is not known yet, unless the number says one.
  const issues = taxIdIssues(data, { formats })
  if (issues.length)
    return companyRefusal(issues.map((i) => ({ ...i, path: i.path.replace('/baseData', '') })))
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
    data,
  }
}

/** A company with all of its data from the start: it must be complete. Refuses as `decideCompanySave`. */
export function decideCompanyWhole(
  input: unknown,
  actor: Actor,
  id: string,
  { now, ...facts }: FactsOfSave & { now: string },
): Entity<CompanyData> | Refusal {
  const checked = checkedData<CompanyData>('company', tidy(input), { prefix: '/data' })
  if (isRefusal(checked)) return checked
  const { importKey, mergedInto, mergedFrom, ...data } = checked
  if (importKey !== undefined)
    return refuseInput([{ path: '/data/importKey', expected: 'this is set by imports only' }])
  if (mergedInto !== undefined || mergedFrom !== undefined)
    return refuseInput([{ path: '/data/mergedInto', expected: 'this is set by a merge only' }])
  const made = decideCompanyCreate(
    { name: data.baseData.name },
    actor,
    { id, address: id },
    { ...facts, now },
  )
  if (isRefusal(made)) return made
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
  const issues = isOnlyNamed ? [] : companyIssues(whole, facts)
  if (issues.length) return companyRefusal(issues.map((i) => ({ ...i, path: `/data${i.path}` })))
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

/** What breaks the company's rules: its sentence, and each place. */
function companyRefusal(issues: Issue[]): Refusal {
  const sentences = [...new Set(issues.map((i) => i.expected))]
  const key = issues.every((i) => i.key === issues[0]!.key) ? issues[0]!.key : 'productInvalid'
  return refuse('rule_violated', sentences.join(' '), { ...(key && { key }), issues })
}

/**
 * The company after the patch. Refuses: not_found and forbidden by the viewer's rights, revision_conflict,
 * invalid_input for what does not fit, rule_violated with an issue at each wrong place, or for no change at all.
 */
export function decideCompanySave(
  before: Company | undefined,
  change: { id: string; rev: number; patch: JsonPatch },
  actor: Actor,
  { now, ...facts }: FactsOfSave & { now: string },
): Entity<CompanyData> | Refusal {
  const company = editable(before, change, actor)
  if (isRefusal(company)) return company
  for (const [i, op] of change.patch.entries()) {
    const places = 'from' in op ? [op.path, op.from] : [op.path]
    if (op.op !== 'test' && places.some((place) => isProtected(place)))
      return refuse('invalid_input', `/patch/${i}: this cannot be changed here`, {
        key: 'pathInvalid',
        issues: [{ path: `/patch/${i}/path`, expected: 'this cannot be changed here' }],
      })
  }
  const draft = patched(company.data, change.patch)
  if (isRefusal(draft)) return draft
  return changed(company, tidy(draft), { ...facts, actor, now, stored: [company.data] })
}

/**
 * What an older revision held, as the newest state; the key that ties the company to its register stays, and so does what was
 * merged. Refuses: what a save refuses.
 */
export function decideCompanyRevert(
  before: Company | undefined,
  then: { id: string; rev: number; data: CompanyData },
  actor: Actor,
  { now, ...facts }: FactsOfSave & { now: string },
): Entity<CompanyData> | Refusal {
  const company = editable(before, then, actor)
  if (isRefusal(company)) return company
  const { importKey: _key, mergedInto: _into, mergedFrom: _from, ...data } = then.data
  const { importKey, mergedFrom } = company.data
  const kept = { ...(importKey !== undefined && { importKey }), ...(mergedFrom && { mergedFrom }) }
  const stored = [company.data, then.data]
  return changed(company, { ...data, ...kept }, { ...facts, actor, now, stored })
}

/** The company, if the actor may edit it and has seen its current revision. A deleted one is only restored. */
function editable(
  before: Company | undefined,
  change: { id: string; rev: number },
  actor: Actor,
): Company | Refusal {
  const subject = before && companySubject(before)
  if (!before || !subject || !can(actor, 'company:view', subject)) return entityNotFound(change.id)
  const refused = companyEditRefusal(before, actor)
  if (refused) return refused
  if (change.rev !== before.rev) return staleRev(change.rev, before.rev)
  if (before.data.mergedInto) return companyMerged()
  return before.disabled ? refuseRule('companyDeleted', 'The company was deleted.') : before
}

/** The company with new data, if it fits and breaks no rule. */
function changed(
  before: Company,
  draft: unknown,
  { actor, now, ...facts }: { actor: Actor; now: string } & CompanyFacts,
): Entity<CompanyData> | Refusal {
  const data = checkedData<CompanyData>('company', draft, { before: before.data })
  if (isRefusal(data)) return data
  if (sameValue(data, before.data)) return noChange()
  const issues = companyIssues(data, facts)
  if (issues.length) return companyRefusal(issues)
  return { ...before, rev: before.rev + 1, updated: now, updatedBy: actor.account, data }
}

/** The whole company, the key that ties it to the register it came from, and what merges wrote. */
function isProtected(pointer: string): boolean {
  const [first] = pointerTokens(pointer) ?? []
  return first === undefined || ['importKey', 'mergedInto', 'mergedFrom'].includes(first)
}
