/** Decides a merge of two companies: what each of them is from then on, and what taking it back makes of them. */
import type { MergeInput } from '../../../shared/jobs/merge.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Company, CompanyData } from '../../../shared/model/company.ts'
import type { Entity, JsonPatch } from '../../../shared/model/entity.ts'
import { mergedCompany, mergeIssues, preselectedChoices } from '../../../shared/rules/company-merge.ts'
import { mergeDrafts } from '../../../shared/rules/merge.ts'
import { can } from '../../../shared/rules/permissions.ts'
import {
  isRefusal,
  notAllowed,
  type Refusal,
  refuse,
  refuseRule,
  staleRev,
} from '../../../shared/rules/refusal.ts'
import { checkedData, patched } from '../entity/checked.ts'

const sentences = {
  companyMergeTwo: 'Exactly two companies must be selected.',
  companyMergeSelf: 'A company cannot be merged with itself.',
  companyMergeSurvivor: 'Choose which of the two companies stays.',
  companyMergeDeleted: 'A deleted company cannot be merged.',
  companyMergedAlready: 'One of the companies was merged already.',
  companyMerging: 'Another merge of one of the companies has not ended yet.',
  companyNotMerged: 'The company was not merged.',
  companyMergeDone: 'Nothing names the merged company any more.',
  companyMergedOn: 'The company that stayed was merged or deleted since. Undo that first.',
} as const
export const mergeRule = (key: keyof typeof sentences): Refusal => refuseRule(key, sentences[key])

/** The two of an order, the one that stays first. */
export interface Two<T> {
  survivor: T
  merged: T
}
export function twoOf({ companies, survivor }: MergeInput): Two<{ id: string; rev: number }> | Refusal {
  const ids = companies.map(({ id }) => id)
  if (companies.length !== 2) return mergeRule('companyMergeTwo')
  if (ids[0] === ids[1]) return mergeRule('companyMergeSelf')
  const stays = companies.find(({ id }) => id === survivor)
  const goes = companies.find(({ id }) => id !== survivor)
  return stays && goes ? { survivor: stays, merged: goes } : mergeRule('companyMergeSurvivor')
}

export interface MergeBy {
  actor: Actor
  now: string
  job: string
}
const written = <T extends CompanyData>(before: Company, data: T, { actor, now }: MergeBy): Entity<T> => ({
  ...before,
  rev: before.rev + 1,
  updated: now,
  updatedBy: actor.account,
  data,
})

/**
 * Both companies after the merge. Refuses: forbidden, revision_conflict, rule_violated: deleted, merged already, or not valid as it
 * was chosen, each place with its sentence.
 */
export function decideMerge(
  { survivor, merged }: Two<Company>,
  config: MergeInput,
  by: MergeBy,
): Two<Entity<CompanyData>> | Refusal {
  if (!can(by.actor, 'company:merge', undefined)) return notAllowed()
  for (const one of [survivor, merged]) {
    if (one.data.mergedInto) return mergeRule('companyMergedAlready')
    if (one.disabled) return mergeRule('companyMergeDeleted')
    const seen = config.companies.find(({ id }) => id === one.id)?.rev ?? 0
    if (seen !== one.rev) return staleRev(seen, one.rev)
  }
  const pair = { survivor: survivor.data, merged: { ...merged.data, id: merged.id } }
  const choices = config.choices ?? preselectedChoices(pair)
  const joined = mergedCompany(pair, choices)
  const issues = mergeIssues(pair, joined)
  if (issues.length > 0) {
    const text = [...new Set(issues.map(({ expected }) => expected))].join(' ')
    return refuse('rule_violated', text, { ...(issues[0]!.key && { key: issues[0]!.key }), issues })
  }
  const { name, companyAbbreviation } = merged.data.baseData
  const [own, theirs] = [survivor.data.baseData.customerNumber, merged.data.baseData.customerNumber]
  const number = joined.baseData.customerNumber
  // Both numbers stay held: the one that is not chosen by the merged company, whichever had it.
  const left = number === theirs && number !== own ? own : theirs
  const numbers = [own, theirs].filter((one): one is number => Boolean(one) && one !== number)
  const data = checkedData<CompanyData>(
    'company',
    {
      ...joined,
      mergedFrom: {
        ...survivor.data.mergedFrom,
        ...merged.data.mergedFrom,
        [merged.id]: {
          name,
          ...(companyAbbreviation !== undefined && { companyAbbreviation }),
          numbers,
          job: by.job,
          at: by.now,
        },
      },
    },
    { before: survivor.data },
  )
  if (isRefusal(data)) return data
  const { customerNumber: _, ...rest } = merged.data.baseData
  const gone: CompanyData = {
    ...merged.data,
    baseData: left === undefined ? rest : { ...rest, customerNumber: left },
    mergedInto: { company: survivor.id, job: by.job, at: by.now },
  }
  return { survivor: written(survivor, data, by), merged: written(merged, gone, by) }
}

/** A state with what one step did taken back; what was changed since stays as it is now. */
function stepBack(before: CompanyData, after: CompanyData, now: CompanyData): CompanyData | Refusal {
  const { merged, conflicts } = mergeDrafts(after, before, now)
  const patch: JsonPatch = conflicts.map(({ path, mine, theirs }) =>
    theirs === undefined
      ? { op: 'remove', path }
      : { op: mine === undefined ? 'add' : 'replace', path, value: theirs },
  )
  return patched(merged, patch)
}

/** A company ahead of a step, after it, and now. */
export interface Stepped {
  before: CompanyData
  after: CompanyData
  now: Company
}
/** Both companies as they were, with what was changed since. Refuses what does not fit any more. */
export function decideSeparation(
  { survivor, merged }: Two<Stepped>,
  by: MergeBy,
): Two<Entity<CompanyData>> | Refusal {
  const [stays, back] = [survivor, merged].map(({ before, after, now }) => {
    const data = stepBack(before, after, now.data)
    return isRefusal(data) ? data : checkedData<CompanyData>('company', data, { before: now.data })
  })
  if (isRefusal(stays)) return stays
  if (isRefusal(back)) return back
  return {
    survivor: written(survivor.now, stays!, by),
    merged: { ...written(merged.now, back!, by), disabled: false },
  }
}
