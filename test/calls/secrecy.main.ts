/** The product of secrecy.world.ts that has something of everything that can be hidden. */
import { demoSub } from '../../scripts/seed/people.ts'
import type { TimelineEvent } from '../../shared/model/entity.ts'
import { ids } from './harness.ts'
import type { KindName, Pick, Sign } from './secrecy.kinds.ts'
import {
  answer,
  approved,
  component,
  days,
  document,
  fileOfSign,
  levelNames,
  levels,
  linked,
  note,
  number,
  open,
  some,
  text,
  theirs,
} from './secrecy.parts.ts'

const { base, ch, fr, de } = ids.list
const { eu } = ids.standard
const { belmont, nordhain } = ids.company
const { aare, rhine, france } = ids.institution

/** Rows of the base list of each level, with other ids in each variant. */
const secretComponents = (pick: Pick): Record<string, object> =>
  Object.assign(
    {},
    ...levelNames.map((name) =>
      pick(`component ${name}`, (sign) => ({ [sign.word]: component(sign, levels[name]) })),
    ),
  )
const secretDocuments = (pick: Pick): Record<string, object> =>
  Object.assign(
    {},
    ...levelNames.map((name) =>
      pick(`document ${name}`, (sign) => ({ [sign.word]: document(fileOfSign(sign), levels[name]) })),
    ),
  )

/** A list that some do not see, with something of everything. */
const hiddenList = (sign: Sign) => ({
  _active: true,
  _linked: linked('basis', 'composition-f2', 'specific-f2'),
  'basis-f1': text(`Moorgold ${sign.word}`),
  'basis-f5': text(sign.word),
  'composition-f3': number(sign.amount),
  _companies: { r1: { company: nordhain, role: 'distributor' } },
  _components: { base: {}, additional: { own: component(sign, 'public') } },
  _documents: { d1: document(fileOfSign(sign), 'public') },
  _notes: { n1: note(sign.word) },
  _checklist: answer(sign.word),
  _approval: { [eu]: { ...approved, comment: sign.word } },
  _permits: { p1: { number: sign.word } },
  _remark: { en_GB: sign.word },
  _nameHistory: { h1: { name: sign.word, from: days[0] } },
})
/** All core partners know that it is there; what its institution alone sees differs. */
const germanList = (pick: Pick) => ({
  _responsible: { institution: rhine },
  _linked: linked('basis', 'basis-f1', 'composition-f1'),
  ...pick('another list that is not visible', (sign) => ({
    'basis-f7': text(sign.word),
    _components: { base: {}, additional: { own: component(sign, 'base-data-responsible') } },
  })),
})

function frenchList(pick: Pick, components: Record<string, object>) {
  const fromBase = Object.fromEntries(['open', ...Object.keys(components)].map((row) => [row, true as const]))
  const own = 'base-data-responsible'
  return {
    _responsible: { institution: france },
    _active: true,
    _linked: linked(
      'basis',
      'basis-f1',
      'composition-f1',
      'composition-f2',
      'misc-f1',
      'specific-f2',
      'nutrients-table',
    ),
    ...pick('field of a list', ({ word }) => ({ 'basis-f7': text(word) })),
    _components: {
      base: { open, ...components },
      additional: some({ own: pick('component of a list', (sign) => component(sign, own)) }),
    },
    _fromBase: { base: fromBase, additional: {} },
    _documents: some({ own: pick('document of a list', (sign) => document(fileOfSign(sign), own)) }),
  }
}

/** Rows whose level has changed since, or that are gone. */
function formerRows(pick: Pick, isOnce: boolean) {
  const of = <T>(kind: KindName, row: (sign: Sign) => T) => (isOnce ? pick(kind, row) : undefined)
  return {
    components: some({
      raised: isOnce
        ? pick('row that was public', (sign) => component(sign, 'public'))
        : component({ amount: 1, variant: 1 }, 'core-partners'),
      lowered: isOnce
        ? pick('row that was secret', (sign) => component(sign, 'core-partners'))
        : component({ amount: 2, variant: 1 }, 'public'),
      gone: of('row that is gone', (sign) => component(sign, 'public')),
    }),
    documents: some({
      raised: isOnce
        ? pick('row that was public', (sign) => document(fileOfSign(sign), 'public'))
        : document('open.pdf', 'core-partners'),
      gone: of('row that is gone', (sign) => document(fileOfSign(sign), 'public')),
    }),
  }
}
const mainApproval = (pick: Pick) => ({
  ...approved,
  ...pick('state of approvals', ({ word, day }) => ({
    comment: word,
    tmp_begin: day,
    // Who initiated the days that count, while others are proposed.
    formerInitiatorAccountId: ids.account.core,
    formerInitiatorSub: demoSub('core'),
  })),
  approvalInitiatorSub:
    pick('sign-in of who initiated', ({ variant, word }) => (variant === 0 ? word : demoSub('core2'))) ??
    'willow',
  ...pick('sign-in of who initiated', ({ variant }) => ({ releasedParents: [1 + variant] })),
})

export function mainOf(pick: Pick, isOnce: boolean) {
  const components = secretComponents(pick)
  const former = formerRows(pick, isOnce)
  const purity = pick('column of a table', ({ amount }) => ({ purity: number(amount) }))
  return {
    invoiceFlags: pick('flags of invoices', ({ id }) => ({ [id]: 1 })) ?? {},
    ...pick('key in a register', ({ word }) => ({ importKey: word })),
    listData: some({
      [base]: {
        _responsible: { institution: aare, ...pick('person responsible', ({ id }) => ({ accountId: id })) },
        _active: true,
        _category: ids.category.compost,
        'basis-f1': text('Moorgold'),
        'basis-f5': text('open'),
        'nutrients-table': { tableValue: { t1: { content: number(5), ...purity } } },
        ...pick('field of the responsible', ({ word }) => ({ 'composition-f1': text(word) })),
        ...pick('field of core partners', ({ variant, day }) => ({
          'composition-f2': { booleanValue: variant === 0 },
          'misc-f1': { dateValue: day },
        })),
        ...pick('field of national partners', ({ amount }) => ({ 'specific-f2': number(amount) })),
        ...pick('settings of a list', ({ variant, word }) => ({
          _preventPublicDisplay: variant === 0,
          _remark: { en_GB: word },
          _display: { standards: { [eu]: { order: variant } } },
        })),
        _companies: {
          r1: { company: nordhain, role: 'manufacturer' },
          r2: { company: nordhain, role: 'distributor' },
          ...pick('companies of a product', ({ word }) => ({
            [word]: { company: belmont, role: 'recipe-holder' },
          })),
        },
        _components: { base: { open, ...components, ...former.components }, additional: {} },
        _documents: { open: document('open.pdf', 'public'), ...secretDocuments(pick), ...former.documents },
        _checklist: pick('checklist', ({ word }) => answer(word)) ?? {},
        _notes: { open: note('open'), ...pick('notes', ({ word }) => ({ [word]: note(word) })) },
        _approval: { [eu]: mainApproval(pick) },
        _invoiceSpecialItems: {
          open: { institution: aare, year: 2026, text: 'open', amount: 1 },
          ...pick('special items of invoices', ({ word, amount }) => ({
            [word]: { institution: rhine, year: 2026, text: word, amount },
          })),
        },
      },
      [ch]: pick('list that is not visible', hiddenList),
      [fr]: frenchList(pick, components),
      [de]: germanList(pick),
    }),
  }
}

export function mainEvents(pick: Pick): TimelineEvent[] {
  const events: (TimelineEvent | undefined)[] = [
    { kind: 'saved', list: base },
    pick('list that is not visible', ({ word }) => ({
      kind: 'nameChanged',
      list: ch,
      from: word,
      to: 'Moorgold',
    })),
    pick('flags of invoices', ({ id }) => ({ kind: 'flagSet', to: id })),
    pick('state of approvals', () => ({ kind: 'approvalInitiated', list: base, standard: eu })),
    {
      kind: 'approvalExtended',
      list: base,
      standard: eu,
      from: days[0],
      to: pick('state of approvals', ({ day }) => day) ?? days[1],
    },
    pick('person responsible', () => ({ kind: 'responsibilityChanged', list: base, from: rhine, to: aare })),
    {
      kind: 'moved',
      list: fr,
      from: pick('product that a list came from', ({ id }) => id) ?? ids.nothing,
      to: theirs.main,
    },
  ]
  return events.filter((event) => event !== undefined)
}
export const mainChangeset = (pick: Pick) => ({
  label: pick('label of a change', ({ word }) => word) ?? 'changed',
  paths: [
    `/listData/${base}/basis-f5`,
    `/listData/${base}/_components/base/${pick('component of the responsible', ({ word }) => word) ?? 'none'}/amount`,
    ...(pick('field of the responsible', () => [`/listData/${base}/composition-f1`]) ?? []),
    ...(pick('list that is not visible', () => [`/listData/${ch}/basis-f5`]) ?? []),
  ],
})
