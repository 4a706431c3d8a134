/**
 * What can be hidden, kind by kind: from whom, and who may see it and so finds a difference. The data sets of
 * secrecy.world.ts have one of three variants of each kind, once in their older revisions and once in those of today.
 */
import * as fc from 'fast-check'
import { uuidV5 } from '../../scripts/fixed-ids.ts'
import { type DemoUser, demoSub } from '../../scripts/seed/people.ts'
import { type Harness, ids, type RawAnswer } from './harness.ts'

/** Who asks: `rhine` is of another core partner than `core`, `core2` of the same; `national` of a national partner. */
export const askers = {
  admin: ['admin'],
  core: ['core'],
  core2: ['core2'],
  rhine: ['core', ids.account.coreRhine],
  national: ['national'],
  registered: ['registered'],
  company: ['company'],
} as const satisfies Record<string, readonly [DemoUser, string?]>
export type Asker = keyof typeof askers
/** Those whom something is hidden from. */
export const viewers = ['core', 'rhine', 'national', 'registered', 'company'] as const
export type Viewer = (typeof viewers)[number]

interface Kind {
  from: readonly Viewer[]
  /** The one who may see least of those who may see it. */
  seenBy: Asker
  /** What tells the second variant, where that is no sign of it. */
  says?: string
}
const staffOnly: readonly Viewer[] = ['registered', 'company']
const coreOnly: readonly Viewer[] = ['national', ...staffOnly]
const otherCore: readonly Viewer[] = ['rhine', ...coreOnly]
const franceOnly: readonly Viewer[] = ['core', 'rhine', ...staffOnly]
const rhineOnly: readonly Viewer[] = ['core', ...coreOnly]
const everybody: readonly Viewer[] = viewers

export const kinds = {
  // Values of the base list of a product that the institution of `core` is responsible for, read by other lists too.
  'field of the responsible': { from: otherCore, seenBy: 'core' },
  'field of core partners': { from: coreOnly, seenBy: 'rhine' },
  'field of national partners': { from: staffOnly, seenBy: 'national' },
  'column of a table': { from: coreOnly, seenBy: 'rhine' },
  'component of the responsible': { from: otherCore, seenBy: 'core' },
  'component of core partners': { from: coreOnly, seenBy: 'rhine' },
  'component of national partners': { from: staffOnly, seenBy: 'national' },
  'document of the responsible': { from: otherCore, seenBy: 'core' },
  'document of core partners': { from: coreOnly, seenBy: 'rhine' },
  'document of national partners': { from: staffOnly, seenBy: 'national' },
  // Rows that were public once, that were secret once, and that are gone.
  'row that was public': { from: coreOnly, seenBy: 'rhine' },
  'row that was secret': { from: coreOnly, seenBy: 'rhine' },
  'row that is gone': { from: otherCore, seenBy: 'core' },
  // What a list says of its own.
  'field of a list': { from: franceOnly, seenBy: 'national' },
  'component of a list': { from: franceOnly, seenBy: 'national' },
  'document of a list': { from: franceOnly, seenBy: 'national' },
  'list that is not visible': { from: ['national', 'registered'], seenBy: 'rhine' },
  'another list that is not visible': { from: rhineOnly, seenBy: 'rhine' },
  // What staff write for staff.
  checklist: { from: staffOnly, seenBy: 'national' },
  notes: { from: staffOnly, seenBy: 'national' },
  'state of approvals': { from: staffOnly, seenBy: 'national' },
  'settings of a list': { from: staffOnly, seenBy: 'national' },
  'person responsible': { from: staffOnly, seenBy: 'national' },
  'companies of a product': { from: staffOnly, seenBy: 'national' },
  'flags of invoices': { from: staffOnly, seenBy: 'national' },
  'key in a register': { from: staffOnly, seenBy: 'national' },
  'people at a product': { from: staffOnly, seenBy: 'national', says: '"unsaved":true' },
  'label of a change': { from: staffOnly, seenBy: 'national' },
  'special items of invoices': { from: rhineOnly, seenBy: 'rhine' },
  'sign-in of who initiated': { from: everybody, seenBy: 'core2', says: demoSub('core2') },
  // Other products.
  parent: { from: coreOnly, seenBy: 'core' },
  'secret of a parent': { from: rhineOnly, seenBy: 'rhine' },
  sibling: { from: coreOnly, seenBy: 'core' },
  'product that is not visible': { from: coreOnly, seenBy: 'core' },
  'secret of a product of others': { from: franceOnly, seenBy: 'national' },
  'product that a list came from': { from: coreOnly, seenBy: 'core' },
  // Companies, people, and what people keep.
  'addresses and persons of the owner': { from: ['rhine', 'national', 'registered'], seenBy: 'core' },
  'another company': { from: staffOnly, seenBy: 'national' },
  'name of a person': { from: staffOnly, seenBy: 'national' },
  'settings of an account': { from: everybody, seenBy: 'core2' },
  'invoices of an institution': { from: everybody, seenBy: 'admin' },
  'private search': { from: everybody, seenBy: 'core2' },
  'search of an institution': { from: otherCore, seenBy: 'core' },
  'search that was private': { from: everybody, seenBy: 'core2' },
  'private set of columns': { from: everybody, seenBy: 'core2' },
  'private set of an export': { from: everybody, seenBy: 'core2' },
  'job of another person': { from: everybody, seenBy: 'admin' },
  'sign-in of who started a job': { from: everybody, seenBy: 'admin' },
  'notes that another person read': { from: everybody, seenBy: 'core2' },
  'confirmation of a list': { from: coreOnly, seenBy: 'rhine' },
  'draft of an invoice': { from: otherCore, seenBy: 'core' },
  'invoice that was sent': { from: ['rhine', 'national', 'registered'], seenBy: 'company' },
  'history of an invoice': { from: otherCore, seenBy: 'core' },
  'working notes of an invoice': { from: everybody, seenBy: 'admin' },
  'fee schedule': { from: otherCore, seenBy: 'core' },
  'conversation of others': { from: everybody, seenBy: 'admin' },
  'how a side keeps a conversation': { from: ['rhine', 'national', 'registered', 'company'], seenBy: 'core' },
  'draft of a message': { from: everybody, seenBy: 'core2' },
  'conversation before its first message': { from: otherCore, seenBy: 'core' },
  'file that nothing names': { from: everybody, seenBy: 'core2' },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]
const isHidden = (kind: KindName, viewer: Viewer) => (kinds[kind].from as readonly Viewer[]).includes(viewer)

/** What tells the variants of a kind apart, wherever it comes up: no other kind and no other variant says the same. */
export interface Sign {
  variant: 0 | 1
  word: string
  amount: number
  day: string
  id: string
}
export const signWords = ['rowan', 'juniper'] as const
export function signOf(kind: KindName, variant: 0 | 1): Sign {
  const at = kindNames.indexOf(kind)
  return {
    variant,
    word: `${signWords[variant]}${String(at).padStart(2, '0')}`,
    amount: 1000.5 + 10 * at + variant,
    day: new Date(Date.UTC(2001 + variant, 0, 1 + at, 4)).toISOString(),
    id: uuidV5(`test/secrecy/sign/${kind}/${variant}`),
  }
}
/** Does an answer say something of the second variant of the kind? */
export function tellsSecond(said: string, kind: KindName): boolean {
  const { word, amount, day, id } = signOf(kind, 1)
  const { says = word }: Kind = kinds[kind]
  return [says, word, String(amount), day, id].some((part) => said.includes(part))
}

/** Which variant a data set has of each kind. Of the third there is nothing, or what says nothing. */
export type Variant = 0 | 1 | 2
export type Chosen = Record<KindName, { once: Variant; today: Variant }>
export const everywhere = (variant: Variant) =>
  Object.fromEntries(kindNames.map((kind) => [kind, { once: variant, today: variant }])) as Chosen
const variant = fc.constantFrom<Variant>(0, 1, 2)
export const choices = fc.record(
  Object.fromEntries(kindNames.map((kind) => [kind, fc.record({ once: variant, today: variant })])),
) as fc.Arbitrary<Chosen>
/** As the first, but for what is hidden from the viewer: that is as in the other. */
export const hiddenAsIn = (viewer: Viewer, one: Chosen, other: Chosen) =>
  Object.fromEntries(kindNames.map((kind) => [kind, (isHidden(kind, viewer) ? other : one)[kind]])) as Chosen

/** What the variant of a kind is like that is chosen, as of a revision; undefined with the third. */
export type Pick = <T>(kind: KindName, of: (sign: Sign) => T) => T | undefined
export const pickOf =
  (chosen: Chosen, at: 'once' | 'today'): Pick =>
  (kind, of) => {
    const variant = chosen[kind][at]
    return variant === 2 ? undefined : of(signOf(kind, variant))
  }

/** As the person, with the account that is meant. */
export async function ask(
  h: Harness,
  asker: Asker,
  { name, method }: { name: string; method: string },
  input: unknown,
) {
  const [user, account] = askers[asker] as readonly [DemoUser, string?]
  const token = await h.tokenOf(user, account)
  return toldBy(await h.send({ name, method, input, token }))
}
/** What an answer tells: all but the name of the request and how long its search took, which are others each time. */
function toldBy({ status, headers, body: { id: _, ...body } }: RawAnswer) {
  const { 'x-request-id': __, 'server-timing': ___, ...others } = headers
  return { status, headers: others, body }
}
export type Told = ReturnType<typeof toldBy>
