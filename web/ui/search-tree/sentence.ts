/** A tree of conditions as a sentence in the reader's language. Pure. */
import type { Scalar } from '../../../shared/search/filter.ts'
import { isGroup, type SearchDay, type SearchNode } from '../../../shared/search/tree.ts'
import type { FilterField } from '../filter-field.ts'
import { isOpen } from './edit.ts'
import { comparatorKey, type TreeFields } from './fields.ts'

export interface SentenceWords {
  /** Texts of the searches. */
  t(key: string, params?: Record<string, string | number>): string
  fields: TreeFields
  /** A stored day as people write it. */
  date(day: string): string
  number(value: number): string
}

const join = (parts: readonly string[], word: string) => parts.join(` ${word} `)

const dayText = (day: SearchDay, { t, date }: Pick<SentenceWords, 't' | 'date'>): string => {
  if (typeof day === 'string') return date(day)
  const { of, shift, at } = day
  if (of === 'day') {
    if (shift === 0) return t('day.today')
    return t(shift > 0 ? 'day.inDays' : 'day.daysAgo', { count: Math.abs(shift) })
  }
  const near = { 0: 'this', 1: 'next', [-1]: 'last' }[shift]
  const unit = near
    ? t(`day.${near}.${of}`)
    : `${t(`day.unit.${of}`)} ${shift > 0 ? '+' : '−'}${Math.abs(shift)}`
  return t(`day.${at}Of`, { unit })
}

function valueText(
  field: FilterField | undefined,
  value: Scalar | Scalar[] | SearchDay | undefined,
  words: SentenceWords,
): string {
  const { t, fields, date, number } = words
  if (value === undefined) return ''
  if (Array.isArray(value))
    return join(
      value.map((one) => valueText(field, one, words)),
      t('or'),
    )
  if (typeof value === 'object') return dayText(value, words)
  const text = String(value)
  if (field?.kind === 'date' && typeof value === 'string') return date(value)
  if (field?.kind === 'number' && typeof value === 'number') return number(value)
  const option = field?.options?.find((one) => one.value === text)
  if (option) return option.label
  if (field?.kind === 'choice' && field.loader) return fields.labelOf(field.loader, text)
  return typeof value === 'string' ? t('quoted', { text }) : text
}

const leafText: {
  [T in Exclude<SearchNode['type'], 'combined' | 'tablerow' | 'nop'>]: (
    node: Extract<SearchNode, { type: T }>,
    words: SentenceWords,
  ) => string
} = {
  simple({ field: name, comparator, value }, words) {
    const { t, fields } = words
    const field = fields.byName.get(name)
    const title = field?.title ?? t('unknownField', { field: name })
    const says = t(comparatorKey(field, comparator))
    return `${title} ${says} ${valueText(field, value, words)}`.trim()
  },
  external({ comparator, value }, { t }) {
    return `${t('external')} ${t(`comparator.${comparator}`)} ${t('quoted', { text: value })}`
  },
  approval({ range, standards, from, until }, words) {
    const { t, fields } = words
    const titles = standards.map((id) => fields.standards.find(({ value }) => value === id)?.label ?? id)
    const names =
      titles.length === 0 ? t('approval.any') : join(titles, t(range === 'complete' ? 'and' : 'or'))
    const first = from && dayText(from, words)
    const last = until && dayText(until, words)
    const when =
      first && last
        ? t('approval.between', { from: first, until: last })
        : first
          ? t(range === 'initiated' ? 'approval.from' : 'approval.on', { day: first })
          : last
            ? t('approval.until', { day: last })
            : range === 'initiated'
              ? ''
              : t('day.today')
    return t(`approval.says.${range}`, { standards: names, when }).trim()
  },
  company({ companies, roles }, words) {
    const { t, fields } = words
    const names = join(
      companies.map((id) => fields.labelOf('company', id)),
      t('or'),
    )
    const roleNames = join(
      roles.map((role) => fields.roles.find(({ value }) => value === role)?.label ?? role),
      t('or'),
    )
    if (!names) return t('company.anyIn', { roles: roleNames })
    return roleNames
      ? t('company.in', { companies: names, roles: roleNames })
      : t('company.any', { companies: names })
  },
  reference({ field: name, ids }, words) {
    const field = words.fields.byName.get(name)
    const title = field?.title ?? words.t('unknownField', { field: name })
    return `${title} ${words.t('comparator.eq')} ${valueText(field, ids, words)}`
  },
}

/** Empty where nothing is asked. What is not complete yet is shown as such. */
export function treeSentence(node: SearchNode, words: SentenceWords, isTop = true): string {
  const { t, fields } = words
  if (node.type === 'nop') return ''
  if (!isGroup(node)) {
    if (isOpen(node)) return t('incomplete')
    return leafText[node.type](node as never, words)
  }
  const parts = node.nodes.map((inner) => treeSentence(inner, words, false)).filter((part) => part !== '')
  if (parts.length === 0) return ''
  const joined = join(parts, t(node.operator === 'AND' ? 'and' : 'or'))
  const several = parts.length > 1
  const said =
    node.operator === 'NOT' ? t('not', { parts: several ? t('grouped', { parts: joined }) : joined }) : joined
  if (node.type === 'tablerow') {
    const title =
      fields.rows.find(({ path }) => path === node.path)?.title ?? t('unknownField', { field: node.path })
    return t('oneRow', { rows: title, parts: said })
  }
  return several && !isTop && node.operator !== 'NOT' ? t('grouped', { parts: said }) : said
}
