/** The products of secrecy.world.ts, in their revisions. */
import type { SeedStep } from '../../scripts/seed/writer.ts'
import type { TimelineEvent } from '../../shared/model/entity.ts'
import { ids } from './harness.ts'
import { type Pick, signOf } from './secrecy.kinds.ts'
import { mainChangeset, mainEvents, mainOf } from './secrecy.main.ts'
import {
  approved,
  component,
  days,
  linked,
  note,
  number,
  simple,
  some,
  text,
  theirs,
} from './secrecy.parts.ts'

const { base, fr, de } = ids.list
const { eu } = ids.standard
const { belmont, nordhain } = ids.company
const { aare, rhine, france } = ids.institution

/** Of a list in Germany alone: national partners and the company user do not know of it. */
const parentOf = (pick: Pick) => {
  const word = pick('parent', (sign) => sign.word) ?? 'willow'
  const variant = pick('parent', (sign) => sign.variant)
  return {
    ...(variant === 1 && { archived: true }),
    listData: some({
      [base]: simple(rhine, `Parent ${word}`, belmont, {
        _category: variant === undefined ? ids.category.closed : ids.category.compost,
        'basis-f5': text(word),
        'composition-f3': number(word.length),
        'nutrients-table': { tableValue: { t1: { content: number(word.length) } } },
        ...pick('secret of a parent', ({ word }) => ({ 'composition-f1': text(word) })),
        _active: variant === 0,
      }),
      [de]: variant === 0 ? { _linked: linked('basis'), 'basis-f5': text(`${word} in Germany`) } : undefined,
    }),
  }
}
const childOf = (pick: Pick) => {
  const inheritedFrom = [{ product: theirs.parent, list: base }]
  const { _category: _, ...own } = simple(aare, 'Child of a moor', nordhain)
  return {
    derivedProductId: theirs.parent,
    listData: {
      [base]: {
        ...own,
        _linked: linked('derived', 'basis-f5', 'composition-f1', 'composition-f3', 'nutrients-table'),
        // Every write notes the name that a list has from then on.
        _nameHistory: some({
          h1: pick('parent', ({ word }) => ({ name: word, from: days[0], to: days[1], inheritedFrom })),
          own: { name: 'Child of a moor', from: days[1] },
        }),
      },
      [fr]: {
        _responsible: { institution: france },
        _linked: { ...linked('derived', 'basis-f5'), 'basis-f1': 'basis', 'composition-f3': 'basis' },
      },
    },
  }
}
const oliveOf = (pick: Pick) => {
  const own = pick('secret of a product of others', (sign) => component(sign, 'base-data-responsible'))
  const recipe = pick('secret of a product of others', ({ word }) => ({ 'composition-f1': text(word) }))
  return {
    listData: {
      [base]: simple(france, 'Olive', belmont, {
        ...recipe,
        _components: { base: some({ own }), additional: {} },
      }),
      [fr]: { _linked: linked('basis', 'basis-f1', 'composition-f1') },
    },
  }
}

/** Steps of each product; one that a data set does not have is not among them. */
export function productSteps(once: Pick, today: Pick): Record<string, SeedStep[]> {
  const by = theirs.colleague
  const saved: TimelineEvent[] = [{ kind: 'saved', list: base }]
  const created: TimelineEvent[] = [{ kind: 'created', list: base }]
  const both = (data: (pick: Pick) => Record<string, unknown>): SeedStep[] =>
    [once, today].map((pick, i) => ({ at: days[i + 1]!, by, data: data(pick), events: saved }))
  const alone = (data: object | undefined): SeedStep[] | undefined =>
    data && [{ at: days[1], by, data: { listData: { [base]: data } }, events: created }]
  const plain = { listData: { [base]: simple(aare, 'Moorgold', nordhain) } }
  const origins = ([0, 1] as const).map((variant) => signOf('product that a list came from', variant))
  return some<SeedStep[]>({
    [theirs.parent]: both(parentOf),
    [theirs.main]: [
      { at: days[0], by, data: plain, events: created },
      ...[once, today].map((pick, i) => ({
        at: days[i + 1]!,
        by: i === 0 ? ids.account.core : by,
        data: mainOf(pick, i === 0),
        events: mainEvents(pick),
        changeset: mainChangeset(pick),
      })),
    ],
    [theirs.child]: both(childOf),
    [theirs.olive]: both(oliveOf),
    [theirs.sibling]: alone(
      today('sibling', ({ word }) => simple(rhine, word, belmont, { _linked: { 'basis-f5': 'derived' } })),
    )?.map((step) => ({ ...step, data: { ...step.data, derivedProductId: theirs.parent } })),
    [theirs.lonesome]: alone(
      today('product that is not visible', ({ word }) =>
        simple(rhine, word, belmont, { _approval: { [eu]: approved }, _notes: { n1: note(word) } }),
      ),
    ),
    ...Object.fromEntries(origins.map(({ id }) => [id, alone(simple(rhine, 'Origin of a list', belmont))])),
  })
}
