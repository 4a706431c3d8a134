/** What the products of secrecy.world.ts are made of, and the ids of all that is in it. */
import { uuidV5 } from '../../scripts/fixed-ids.ts'
import { demoAccount } from '../../scripts/seed/people.ts'
import type { Secrecy } from '../../shared/constants.ts'
import { ids } from './harness.ts'
import { type KindName, type Sign, signOf } from './secrecy.kinds.ts'

/** Days of the revisions: the first, that of once and that of today. */
export const days = [
  '2025-06-01T04:00:00.000Z',
  '2025-09-01T10:00:00.000Z',
  '2026-02-02T10:00:00.000Z',
] as const

const made = (name: string) => uuidV5(`test/secrecy/${name}`)
const startedJobs = ['core', 'coreRhine', 'national', 'registered', 'company'] as const
export const theirs = {
  main: made('main'),
  child: made('child'),
  parent: made('parent'),
  sibling: made('sibling'),
  lonesome: made('lonesome'),
  olive: made('olive'),
  column: made('column'),
  label: made('label'),
  entry: made('entry'),
  colleague: demoAccount('rhine-1'),
  search: made('search'),
  institutional: made('institutional'),
  shared: made('shared'),
  columns: made('columns'),
  exports: made('exports'),
  confirmation: made('confirmation'),
  draft: made('draft'),
  invoice: made('invoice'),
  schedule: made('schedule'),
  job: made('job'),
  talk: made('talk'),
  talkOfOthers: made('talk of others'),
  talkBegun: made('talk begun'),
  folders: ([0, 1] as const).map((variant) => signOf('how a side keeps a conversation', variant).id),
  /** By account: a job that it started. */
  ownJobs: Object.fromEntries(startedJobs.map((name) => [ids.account[name], made(`job of ${name}`)])),
}
export const levels = {
  'of the responsible': 'base-data-responsible',
  'of core partners': 'core-partners',
  'of national partners': 'national-partners',
} as const satisfies Record<string, Secrecy>
export const levelNames = Object.keys(levels) as (keyof typeof levels)[]
/** Kinds that are about documents: each variant has a file of its own, and all files are in all data sets. */
const ofFiles = [
  ...levelNames.map((level) => `document ${level}` as const),
  'document of a list',
  'list that is not visible',
  'row that was public',
  'row that is gone',
] as const satisfies KindName[]
export const fileOfSign = ({ word }: Sign) => `${word}.pdf`
export const fileNames = [
  'open.pdf',
  ...ofFiles.flatMap((kind) => ([0, 1] as const).map((variant) => fileOfSign(signOf(kind, variant)))),
]
export const fileId = (name: string) => made(`file/${name}`)

/** Flags that a product may have; all data sets know both. */
export const flags = ([0, 1] as const).map((variant) => signOf('flags of invoices', variant).id)

export const text = (textValue: string) => ({ textValue })
export const number = (numberValue: number) => ({ numberValue })
/** Those that are there. */
export const some = <T>(rows: Record<string, T | undefined>) =>
  Object.fromEntries(Object.entries(rows).filter(([, row]) => row !== undefined)) as Record<string, T>
export const document = (fileName: string, secrecy: Secrecy) => ({
  fileId: fileId(fileName),
  fileName,
  uploadTime: days[0],
  secrecy,
})
export const component = ({ amount, variant }: { amount: number; variant: 0 | 1 }, secrecy: Secrecy) => ({
  component: variant === 0 ? ids.component.secret : ids.component.horn,
  amount,
  secrecy,
})
export const open = component({ amount: 50, variant: 1 }, 'public')
export const note = (word: string) => ({
  text: word,
  label: theirs.label,
  read: false,
  at: days[0],
  by: theirs.colleague,
})
export const answer = (comment: string) => ({
  [theirs.entry]: { status: 'yes', comment, date: days[0], updatedBy: theirs.colleague },
})
export const approved = {
  active: true,
  hasEverBeenApproved: true,
  begin: '2025-07-01T04:00:00.000Z',
  end: '2027-01-31T04:00:00.000Z',
  approvalInitiatorAccountId: ids.account.core,
  finalApprovalAccountId: ids.account.core2,
  finalApprovalDate: '2025-07-01T04:00:00.000Z',
  restriction: 'outdoors',
}
export const linked = (link: 'basis' | 'derived', ...paths: string[]) =>
  Object.fromEntries(['_category', ...paths].map((path) => [path, link]))
export const simple = (institution: string, name: string, company: string, more: object = {}) => ({
  _responsible: { institution },
  _active: true,
  _category: ids.category.compost,
  'basis-f1': text(name),
  _companies: { r1: { company, role: 'distributor' } },
  ...more,
})
