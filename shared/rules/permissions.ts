/**
 * Who may do what: the matrix of decisions §4 as a table. Pure. The server decides with it, the client hides with
 * it. A permission asked without a subject answers whether the actor could have it on some subject.
 */
import { fixedIds } from '../constants.ts'
import type { Actor } from '../model/actor.ts'

/** A admin · C editor in a core-partner institution · N other editors · R registered · P paid company user. */
export const viewerClasses = ['A', 'C', 'N', 'R', 'P'] as const
export type ViewerClass = (typeof viewerClasses)[number]

export function viewerClass(actor: Actor): ViewerClass {
  if (actor.role === 'admin' || actor.isSuperAdmin) return 'A'
  if (actor.role === 'registered') return actor.companyLink ? 'P' : 'R'
  return actor.institutions.some((i) => i.corePartner) ? 'C' : 'N'
}

/** The part of a product that rights depend on. */
export interface ProductSubject {
  /** Institution responsible at base level, and by list where a list has its own. */
  responsible: Record<string, { institution: string; accountId?: string } | undefined>
  lists: Record<string, { archived: boolean; institutes: string[] } | undefined>
  /** Companies with a role on the product. */
  companies: string[]
}
export interface ListSubject extends ProductSubject {
  list: string
}
export interface CompanySubject {
  id: string
  owner?: string
  institution?: string
}
export interface ListOnly {
  list: string
  isBasedata: boolean
  institutes: string[]
}

const belongs = (actor: Actor, institution: string | undefined) =>
  institution !== undefined && actor.institutions.some((i) => i.id === institution)
const belongsToOne = (actor: Actor, institutes: readonly string[]) =>
  institutes.some((i) => belongs(actor, i))

/** The responsible of a list: its own, else the base list's. */
const responsibleOf = (s: ProductSubject, list: string) =>
  s.responsible[list] ?? s.responsible[fixedIds.list.base]
/** True if one of the actor's institutions is responsible for that list of the product. */
export const isResponsible = (actor: Actor, s: ProductSubject, list: string, needsAccount = false) => {
  const r = responsibleOf(s, list)
  return belongs(actor, r?.institution) && (!needsAccount || r?.accountId === actor.account)
}

type Rule<S> = boolean | ((actor: Actor, subject: S) => boolean)
type Row<S> = Record<ViewerClass, Rule<S>>
const row = <S>(A: Rule<S>, C: Rule<S>, N: Rule<S>, R: Rule<S>, P: Rule<S>): Row<S> => ({ A, C, N, R, P })

const notArchived = (_: Actor, s: ListSubject) => s.lists[s.list] !== undefined && !s.lists[s.list]!.archived
const editList = (a: Actor, s: ListSubject) => notArchived(a, s) && isResponsible(a, s, s.list)
const responsibleAtBase = (a: Actor, s: ProductSubject) => isResponsible(a, s, fixedIds.list.base)
const ownCompanys = (a: Actor, s: ProductSubject) =>
  a.companyLink !== undefined && s.companies.includes(a.companyLink)
/** An institution of the actor is responsible, at base level or for one of the lists. */
const isOwn = (a: Actor, s: ProductSubject) =>
  Object.keys(s.lists).some((l) => isResponsible(a, s, l)) || responsibleAtBase(a, s)
const seesAsNational = (a: Actor, s: ProductSubject) =>
  isOwn(a, s) || Object.values(s.lists).some((l) => l !== undefined && belongsToOne(a, l.institutes))
const seesList = (a: Actor, s: ListSubject) =>
  s.list === fixedIds.list.base || belongsToOne(a, s.lists[s.list]?.institutes ?? [])
const flagged =
  (flag: keyof Actor['flags'], and: (a: Actor, s: ListSubject) => boolean = () => true) =>
  (a: Actor, s: ListSubject) =>
    a.flags[flag] && and(a, s)
const ownsCompany = (a: Actor, s: CompanySubject) => belongs(a, s.owner ?? s.institution)

/** Institutions, companies and accounts that a conversation is between. */
export interface Parties {
  institutions: string[]
  companies: string[]
  accounts: string[]
}
const isAddressed = (a: Actor, s: Parties) => s.accounts.includes(a.account)
/** Whom a new conversation is to. `isConcerned`: an institution whose business what it is about is. */
export interface Addressed {
  isInstitution: boolean
  isConcerned: boolean
}
const isParty = (a: Actor, s: Parties) =>
  isAddressed(a, s) ||
  belongsToOne(a, s.institutions) ||
  (a.companyLink !== undefined && s.companies.includes(a.companyLink))

/** Whom something that a person keeps is shown to. */
export interface SharedEntry {
  createdBy: string
  isPublic: boolean
  isTemporary: boolean
  institutions: readonly string[]
}
const madeBy = (a: Actor, s: Pick<SharedEntry, 'createdBy'>) => s.createdBy === a.account
const isSharedWith = (a: Actor, s: SharedEntry) =>
  s.isTemporary || s.isPublic || madeBy(a, s) || belongsToOne(a, s.institutions)

/** A listing confirmation: of which product and lists, by which institution, for which company. */
export interface ConfirmationSubject {
  product: ProductSubject
  lists: readonly string[]
  institution: string
  company: string
  isSent: boolean
}
const seesConfirmed = (a: Actor, s: ConfirmationSubject) =>
  belongs(a, s.institution) ||
  (seesAsNational(a, s.product) && s.lists.every((list) => seesList(a, { ...s.product, list })))

/** One row per permission, columns A, C, N, R, P. */
export const matrix = {
  'product:view': row<ProductSubject>(true, true, seesAsNational, false, ownCompanys),
  'product:view-list': row<ListSubject>(true, true, seesList, false, ownCompanys),
  'product:create': row<unknown>(true, true, true, false, false),
  'product:edit': row<ListSubject>(notArchived, editList, editList, false, false),
  'product:add-list': row<ListOnly>(
    true,
    (a, s) => belongsToOne(a, s.institutes),
    (a, s) => belongsToOne(a, s.institutes),
    false,
    false,
  ),
  'product:set-responsibility': row<ListSubject>(
    notArchived,
    flagged('responsible', notArchived),
    flagged('responsible', (a, s) => notArchived(a, s) && seesList(a, s)),
    false,
    false,
  ),
  /** Roles of companies are part of a list, so the flag goes with the right to edit the list. */
  'product:assign-companies': row<ListSubject>(
    notArchived,
    flagged('companies', editList),
    flagged('companies', editList),
    false,
    false,
  ),
  'product:approve': row<ListSubject>(
    flagged('approval', notArchived),
    flagged('approval', editList),
    flagged('approval', editList),
    false,
    false,
  ),
  'product:administer': row<ProductSubject>(true, responsibleAtBase, false, false, false),
  'product:flag': row<ProductSubject>(true, true, isOwn, false, false),
  /** Documents of products; a company's users attach files to their messages. */
  'file:upload': row<unknown>(true, true, true, false, true),
  'company:view': row<CompanySubject>(true, true, true, false, (a, s) => a.companyLink === s.id),
  'company:view-owner-only': row<CompanySubject>(
    true,
    ownsCompany,
    ownsCompany,
    false,
    (a, s) => a.companyLink === s.id,
  ),
  'company:create': row<unknown>(true, true, true, false, false),
  'company:edit': row<CompanySubject>(true, ownsCompany, ownsCompany, false, false),
  'company:merge': row<unknown>(true, false, false, false, false),
  'export:run': row<unknown>(true, true, true, false, true),
  'import:run': row<unknown>(true, false, false, false, false),
  'job:view': row<{ startedBy: string }>(
    true,
    (a, s) => s.startedBy === a.account,
    (a, s) => s.startedBy === a.account,
    (a, s) => s.startedBy === a.account,
    (a, s) => s.startedBy === a.account,
  ),
  /** Jobs that start by themselves, of the whole installation. */
  'schedule:manage': row<unknown>(true, false, false, false, false),
  /** What a confirmation says is public; that there is one is told to who sees its lists, and to its company. */
  'confirmation:view': row<ConfirmationSubject>(
    true,
    true,
    seesConfirmed,
    false,
    (a, s) => s.isSent && a.companyLink !== undefined && a.companyLink === s.company,
  ),
  /** Beside the right to edit its lists, where it is made or sent. */
  'confirmation:edit': row<{ institution: string }>(
    true,
    (a, s) => belongs(a, s.institution),
    (a, s) => belongs(a, s.institution),
    false,
    false,
  ),
  'invoice:view': row<{ institution: string; company?: string; isSent?: boolean }>(
    true,
    (a, s) => belongs(a, s.institution),
    (a, s) => belongs(a, s.institution),
    false,
    (a, s) => s.isSent === true && a.companyLink !== undefined && a.companyLink === s.company,
  ),
  'invoice:edit': row<unknown>(true, false, false, false, false),
  /** What an institution charges. */
  'fee-schedule:view': row<{ institution: string }>(
    true,
    (a, s) => belongs(a, s.institution),
    (a, s) => belongs(a, s.institution),
    false,
    false,
  ),
  /** A conversation, by its parties. */
  'message:view': row<Parties>(isParty, isParty, isParty, isAddressed, isParty),
  /** Beginning one, about what the actor may see. Who is registered answers only. */
  'message:start': row<Addressed>(true, true, true, false, (_, s) => s.isInstitution && s.isConcerned),
  /** Reading reference data: lists, standards, categories, fields … */
  'reference:view': row<unknown>(true, true, true, true, true),
  'administration:edit': row<unknown>(true, false, false, false, false),
  /** Searches and sets of columns that a person keeps, and may share (file 2 §6). */
  'saved:create': row<unknown>(true, true, true, false, false),
  'saved:view': row<SharedEntry>(true, isSharedWith, isSharedWith, false, false),
  'saved:edit': row<Pick<SharedEntry, 'createdBy'>>(true, madeBy, madeBy, false, false),
  'category-text:edit': row<unknown>(true, true, true, false, false),
  'account:manage': row<unknown>(true, false, false, false, false),
  /** Names of the people of any institution: who may hand a product over has to see to whom. */
  'account:look-up': row<unknown>(
    true,
    (a) => a.flags.responsible,
    (a) => a.flags.responsible,
    false,
    false,
  ),
  /** Names of people where a product, a company, a list or a history names them. */
  'account:see-name': row<unknown>(true, true, true, false, false),
  'account:make-admin': row<unknown>((a) => a.isSuperAdmin, false, false, false, false),
  'entity:erase': row<unknown>((a) => a.isSuperAdmin, false, false, false, false),
} as const

export type Permission = keyof typeof matrix
type SubjectOf<P extends Permission> = (typeof matrix)[P] extends Row<infer S> ? S : never

/** May the actor do it to the subject? */
export function can<P extends Permission>(actor: Actor, permission: P, subject: SubjectOf<P>): boolean {
  const rule = matrix[permission][viewerClass(actor)] as Rule<SubjectOf<P>>
  return typeof rule === 'boolean' ? rule : rule(actor, subject)
}
/** Could the actor do it to some subject? What the access step asks before anything is read. */
export function couldEver(actor: Actor, permission: Permission): boolean {
  const rule = matrix[permission][viewerClass(actor)]
  if (permission === 'account:make-admin' || permission === 'entity:erase') return actor.isSuperAdmin
  return rule !== false
}

/** Which roles a screen asks for (file 2 §2): admins see every route. */
export type RouteRole = 'admin' | 'editor' | 'registered' | 'none'
export function mayOpen(actor: Pick<Actor, 'role'> | undefined, needed: RouteRole): boolean {
  if (needed === 'none') return true
  if (!actor) return false
  if (actor.role === 'admin') return true
  if (needed === 'registered') return true
  return actor.role === needed
}
