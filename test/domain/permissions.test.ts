import { describe, expect, test } from 'vitest'
import type { Actor } from '../../shared/model/actor.ts'
import {
  type ConfirmationSubject,
  can,
  couldEver,
  type ListOnly,
  type ListSubject,
  matrix,
  mayOpen,
  type Parties,
  type Permission,
  type ProductSubject,
  type SharedEntry,
  type ViewerClass,
  viewerClass,
  viewerClasses,
} from '../../shared/rules/permissions.ts'
import { actorOf, base, ch, company, core, fr, idOf, national, other, viewers } from './product-samples.ts'

/** The matrix of decisions §4, cell by cell: for each class the subjects (or flags) that say yes, and those that say no. */
type Cell<S> = { yes?: [S, Partial<Actor>?][]; no?: [S, Partial<Actor>?][] } | 'always' | 'never'
type Table = { [P in Permission]?: Record<ViewerClass, Cell<Parameters<typeof can<P>>[2]>> }

const flag = (name: keyof Actor['flags']): Partial<Actor> => ({
  flags: { approval: false, responsible: false, companies: false, [name]: true },
})
const saved = (more: Partial<SharedEntry> = {}): SharedEntry => ({
  createdBy: other,
  isPublic: false,
  isTemporary: false,
  institutions: [],
  ...more,
})
const author = { account: idOf('author') }
const editsSaved: Cell<Pick<SharedEntry, 'createdBy'>> = {
  yes: [[{ createdBy: author.account }, author]],
  no: [[{ createdBy: other }, author]],
}
const seesSaved = (institution: string): Cell<SharedEntry> => ({
  yes: [
    [saved({ isPublic: true })],
    [saved({ isTemporary: true })],
    [saved({ institutions: [institution] })],
    [saved({ createdBy: author.account }), author],
  ],
  no: [[saved()], [saved({ institutions: [other] })]],
})
const product = (responsible: string, more: Partial<ProductSubject> = {}): ProductSubject => ({
  responsible: { [base]: { institution: responsible } },
  lists: { [base]: { archived: false, institutes: [] }, [ch]: { archived: false, institutes: [core] } },
  companies: [],
  ...more,
})
const withFr = (responsible: string) =>
  product(responsible, {
    lists: { [base]: { archived: false, institutes: [] }, [fr]: { archived: false, institutes: [national] } },
  })
const inList = (list: string, subject: ProductSubject): ListSubject => ({ ...subject, list })
const confirmed = (more: Partial<ConfirmationSubject> = {}): ConfirmationSubject => ({
  product: product(other),
  lists: [ch],
  institution: other,
  company,
  isSent: false,
  ...more,
})
const archived = (responsible: string) =>
  inList(base, product(responsible, { lists: { [base]: { archived: true, institutes: [] } } }))
const own = (institution: string) => inList(base, product(institution))
const ownCompanys = product(other, { companies: [company] })
const listOnly = (institutes: string[]): ListOnly => ({ list: ch, isBasedata: false, institutes })
const parties = (more: Partial<Parties>): Parties => ({
  institutions: [],
  companies: [],
  accounts: [],
  ...more,
})
const me = { accounts: [idOf('account')] }

const table: Table = {
  // see a product: all | all | responsible, or in an institution of one of its lists | no | own company's
  'product:view': {
    A: 'always',
    C: 'always',
    N: { yes: [[product(national)], [withFr(other)]], no: [[product(other)], [product(core)]] },
    R: 'never',
    P: { yes: [[ownCompanys]], no: [[product(other)]] },
  },
  // see a list on a product: all | all | base list, or list of own institution | no | public view only
  // part of editing a list: its documents
  'file:upload': { A: 'always', C: 'always', N: 'always', R: 'never', P: 'always' },
  'product:view-list': {
    A: 'always',
    C: 'always',
    N: {
      yes: [[inList(base, product(other))], [inList(fr, withFr(other))]],
      no: [[inList(ch, product(national))], [inList(ch, product(other))]],
    },
    R: 'never',
    P: { yes: [[inList(base, ownCompanys)]], no: [[inList(base, product(other))]] },
  },
  // edit a list on a product: all, not archived | responsible institution's, not archived | same | no | no
  'product:edit': {
    A: { yes: [[own(other)]], no: [[archived(other)]] },
    C: { yes: [[own(core)]], no: [[own(other)], [archived(core)]] },
    N: { yes: [[own(national)]], no: [[own(core)], [archived(national)]] },
    R: 'never',
    P: 'never',
  },
  // set responsibility: yes | with flag | with flag | no | no (what is archived stays as it is)
  'product:set-responsibility': {
    A: { yes: [[own(other)]], no: [[archived(other)]] },
    C: {
      yes: [[own(other), flag('responsible')]],
      no: [[own(core)], [own(core), flag('companies')], [archived(core), flag('responsible')]],
    },
    N: {
      yes: [[own(other), flag('responsible')]],
      no: [
        [own(national)],
        [inList(ch, product(other)), flag('responsible')],
        [archived(national), flag('responsible')],
      ],
    },
    R: 'never',
    P: 'never',
  },
  // assign companies and roles: yes | with flag | with flag | no | no (a part of editing the list)
  'product:assign-companies': {
    A: { yes: [[own(other)]], no: [[archived(other)]] },
    C: { yes: [[own(core), flag('companies')]], no: [[own(core)], [own(other), flag('companies')]] },
    N: { yes: [[own(national), flag('companies')]], no: [[own(national)], [own(other), flag('companies')]] },
    R: 'never',
    P: 'never',
  },
  // initiate or confirm an approval: with approval right | with approval right, responsible | same | no | no
  'product:approve': {
    A: { yes: [[own(other), flag('approval')]], no: [[own(other)], [archived(other), flag('approval')]] },
    C: { yes: [[own(core), flag('approval')]], no: [[own(core)], [own(other), flag('approval')]] },
    N: { yes: [[own(national), flag('approval')]], no: [[own(national)], [own(other), flag('approval')]] },
    R: 'never',
    P: 'never',
  },
  // delete, archive, restore, move list: yes | responsible at base level | no | no | no
  'product:administer': {
    A: 'always',
    C: { yes: [[product(core)]], no: [[product(other)]] },
    N: 'never',
    R: 'never',
    P: 'never',
  },
  // run a flag job: yes | yes | own products only | no | no
  'product:flag': {
    A: 'always',
    C: 'always',
    N: { yes: [[product(national)]], no: [[withFr(other)], [product(other)]] },
    R: 'never',
    P: 'never',
  },
  'product:create': { A: 'always', C: 'always', N: 'always', R: 'never', P: 'never' },
  'product:add-list': {
    A: 'always',
    C: { yes: [[listOnly([core])]], no: [[listOnly([other])], [listOnly([])]] },
    N: { yes: [[listOnly([national])]], no: [[listOnly([core])]] },
    R: 'never',
    P: 'never',
  },
  // companies, see: all | all | all, owner-only rows just by the owner | no | own
  'company:view': {
    A: 'always',
    C: 'always',
    N: 'always',
    R: 'never',
    P: { yes: [[{ id: company }]], no: [[{ id: other }]] },
  },
  'company:view-owner-only': {
    A: 'always',
    C: { yes: [[{ id: company, owner: core }]], no: [[{ id: company, owner: other, institution: core }]] },
    N: { yes: [[{ id: company, owner: national }]], no: [[{ id: company, owner: core }], [{ id: company }]] },
    R: 'never',
    P: { yes: [[{ id: company }]], no: [[{ id: other }]] },
  },
  // companies, edit: yes | owner institution | owner institution | no | by change request
  'company:edit': {
    A: 'always',
    C: { yes: [[{ id: company, owner: core }]], no: [[{ id: company, owner: other }]] },
    N: { yes: [[{ id: company, owner: national }]], no: [[{ id: company, owner: core }]] },
    R: 'never',
    P: 'never',
  },
  'company:create': { A: 'always', C: 'always', N: 'always', R: 'never', P: 'never' },
  'company:merge': { A: 'always', C: 'never', N: 'never', R: 'never', P: 'never' },
  // exports: yes | yes | what they may see | no | own (what they may see narrows the search)
  'export:run': { A: 'always', C: 'always', N: 'always', R: 'never', P: 'always' },
  'import:run': { A: 'always', C: 'never', N: 'never', R: 'never', P: 'never' },
  // invoices: yes | own institution | own institution | no | own, sent ones
  'invoice:view': {
    A: 'always',
    C: { yes: [[{ institution: core }]], no: [[{ institution: other }]] },
    N: { yes: [[{ institution: national }]], no: [[{ institution: core }]] },
    R: 'never',
    P: {
      yes: [[{ institution: other, company, isSent: true }]],
      no: [[{ institution: other, company }], [{ institution: other, company: other, isSent: true }]],
    },
  },
  'schedule:manage': { A: 'always', C: 'never', N: 'never', R: 'never', P: 'never' },
  'invoice:edit': { A: 'always', C: 'never', N: 'never', R: 'never', P: 'never' },
  'fee-schedule:view': {
    A: 'always',
    C: { yes: [[{ institution: core }]], no: [[{ institution: other }]] },
    N: { yes: [[{ institution: national }]], no: [[{ institution: core }]] },
    R: 'never',
    P: 'never',
  },
  // administration data: yes | category texts | category texts | no | no
  'administration:edit': { A: 'always', C: 'never', N: 'never', R: 'never', P: 'never' },
  'category-text:edit': { A: 'always', C: 'always', N: 'always', R: 'never', P: 'never' },
  'reference:view': { A: 'always', C: 'always', N: 'always', R: 'always', P: 'always' },
  // saved searches (file 2 §6): admin, temporary, creator, public, or an institution in common; else hidden
  'saved:create': { A: 'always', C: 'always', N: 'always', R: 'never', P: 'never' },
  'saved:view': { A: 'always', C: seesSaved(core), N: seesSaved(national), R: 'never', P: 'never' },
  'saved:edit': { A: 'always', C: editsSaved, N: editsSaved, R: 'never', P: 'never' },
  'account:manage': { A: 'always', C: 'never', N: 'never', R: 'never', P: 'never' },
  // goes with setting responsibility
  'account:look-up': {
    A: 'always',
    C: { yes: [[undefined, flag('responsible')]], no: [[undefined], [undefined, flag('companies')]] },
    N: { yes: [[undefined, flag('responsible')]], no: [[undefined], [undefined, flag('companies')]] },
    R: 'never',
    P: 'never',
  },
  'confirmation:view': {
    A: 'always',
    C: 'always',
    N: {
      yes: [
        [confirmed({ institution: national })],
        [confirmed({ product: withFr(other), lists: [base, fr] })],
      ],
      no: [
        [confirmed()],
        [confirmed({ product: withFr(other), lists: [base, ch] })],
        [confirmed({ lists: [base] })],
      ],
    },
    R: 'never',
    P: {
      yes: [[confirmed({ isSent: true })]],
      no: [[confirmed()], [confirmed({ isSent: true, company: other })]],
    },
  },
  'confirmation:edit': {
    A: 'always',
    C: { yes: [[{ institution: core }]], no: [[{ institution: other }]] },
    N: { yes: [[{ institution: national }]], no: [[{ institution: other }]] },
    R: 'never',
    P: 'never',
  },
  // staff is named to staff
  'account:see-name': { A: 'always', C: 'always', N: 'always', R: 'never', P: 'never' },
  // make or unmake an admin, erase: super admins only
  'account:make-admin': {
    A: { yes: [[undefined, { isSuperAdmin: true }]], no: [[undefined]] },
    C: 'never',
    N: 'never',
    R: 'never',
    P: 'never',
  },
  'entity:erase': {
    A: { yes: [[undefined, { isSuperAdmin: true }]], no: [[undefined]] },
    C: 'never',
    N: 'never',
    R: 'never',
    P: 'never',
  },
  'job:view': {
    A: 'always',
    C: { yes: [[{ startedBy: idOf('account') }]], no: [[{ startedBy: other }]] },
    N: { yes: [[{ startedBy: idOf('account') }]], no: [[{ startedBy: other }]] },
    R: { yes: [[{ startedBy: idOf('account') }]], no: [[{ startedBy: other }]] },
    P: { yes: [[{ startedBy: idOf('account') }]], no: [[{ startedBy: other }]] },
  },
  // messages: own institution's, company's, own | same | same | own | own company's
  'message:view': {
    A: { yes: [[parties(me)]], no: [[parties({ institutions: [other] })]] },
    C: {
      yes: [[parties({ institutions: [core] })], [parties(me)]],
      no: [[parties({ institutions: [other] })]],
    },
    N: { yes: [[parties({ institutions: [national] })]], no: [[parties({ institutions: [core] })]] },
    R: { yes: [[parties(me)]], no: [[parties({ institutions: [core], companies: [company] })]] },
    P: { yes: [[parties({ companies: [company] })]], no: [[parties({ companies: [other] })]] },
  },
  // beginning one: whom it is to; company users write to institutions whose business it is
  'message:start': {
    A: 'always',
    C: 'always',
    N: 'always',
    R: 'never',
    P: {
      yes: [[{ isInstitution: true, isConcerned: true }]],
      no: [[{ isInstitution: true, isConcerned: false }], [{ isInstitution: false, isConcerned: true }]],
    },
  },
}

const anySubject = { ...inList(base, ownCompanys), institutes: [core], id: company, ...parties({}) }

describe('the matrix of decisions §4', () => {
  test('every permission has a row', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(matrix).sort())
  })

  const cells = (Object.keys(table) as Permission[]).flatMap((permission) =>
    viewerClasses.map((viewer) => ({ permission, viewer })),
  )
  test.each(cells)('$permission, $viewer', ({ permission, viewer }) => {
    const cell = table[permission]![viewer] as Cell<unknown>
    const ask = (subject: unknown, more: Partial<Actor> = {}) =>
      can({ ...viewers[viewer], ...more }, permission, subject as never)
    if (cell === 'always' || cell === 'never') {
      expect(ask(anySubject)).toBe(cell === 'always')
      expect(couldEver(viewers[viewer], permission)).toBe(cell === 'always')
      return
    }
    for (const [subject, more] of cell.yes ?? []) expect(ask(subject, more)).toBe(true)
    for (const [subject, more] of cell.no ?? []) expect(ask(subject, more)).toBe(false)
    const [asked] = cell.yes ?? []
    expect(couldEver({ ...viewers[viewer], ...asked?.[1] }, permission)).toBe(true)
  })
})

describe('viewer classes', () => {
  test('are told by role, core partner and company link; a super admin is an admin', () => {
    for (const kind of viewerClasses) expect(viewerClass(viewers[kind])).toBe(kind)
    expect(viewerClass(actorOf('editor', [], { isSuperAdmin: true }))).toBe('A')
    expect(viewerClass(actorOf('editor'))).toBe('N')
  })
})

describe("a list's responsible", () => {
  test('is its own, else the one at base level', () => {
    const subject = product(core, {
      responsible: { [base]: { institution: core }, [ch]: { institution: national } },
    })
    expect(can(viewers.C, 'product:edit', inList(base, subject))).toBe(true)
    expect(can(viewers.C, 'product:edit', inList(ch, subject))).toBe(false)
    expect(can(viewers.N, 'product:edit', inList(ch, subject))).toBe(true)
  })
})

describe('screens', () => {
  test('admins open all, registered ones only theirs, nobody without an account', () => {
    expect(mayOpen({ role: 'admin' }, 'editor')).toBe(true)
    expect(mayOpen({ role: 'editor' }, 'admin')).toBe(false)
    expect(mayOpen({ role: 'editor' }, 'registered')).toBe(true)
    expect(mayOpen({ role: 'registered' }, 'editor')).toBe(false)
    expect(mayOpen(undefined, 'registered')).toBe(false)
    expect(mayOpen(undefined, 'none')).toBe(true)
  })
})
