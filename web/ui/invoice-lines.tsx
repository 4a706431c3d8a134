/** The lines of an invoice with the rule that made each, its products, and the sums below; the reader can follow the total. */
import Button from '@cloudscape-design/components/button'
import type { TFunction } from 'i18next'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import type { Totals } from '../../shared/rules/pricing/price.ts'
import { groupLines, type LineGroup, type ShownLine } from './invoice-groups.ts'
import { useMoney } from './money.ts'
import { useNumberFormat } from './numbers.ts'
import './invoice-lines.css'

export interface LineWords {
  /** Texts of invoices: `line.*`. */
  t: TFunction
  category(id: string): string
  mainCategory(key: string): string
  /** The product of a line, with a link to it; without it products are only counted. */
  product?(line: ShownLine, productId: string): ReactNode
}
interface Props {
  lines: readonly ShownLine[]
  totals: Totals
  currency: string
  words: LineWords
}

/** More of a group are drawn when somebody asks. */
const shownAtOnce = 50

export function InvoiceLines({ lines, totals, currency, words }: Props) {
  const { t } = words
  const { amount, money } = useMoney()
  const { percent } = useNumberFormat()
  const groups = useMemo(() => groupLines(lines), [lines])
  return (
    <div className="il-lines">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('line.what')}</th>
            <th scope="col">{t('line.count')}</th>
            <th scope="col">{t('line.price')}</th>
            <th scope="col">{t('line.discount')}</th>
            <th scope="col">{t('line.amount', { currency })}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Group key={group.key} group={group} words={words} />
          ))}
        </tbody>
        <tfoot>
          <tr className="il-lines-first">
            <th scope="row" colSpan={4}>
              {t('line.net')}
            </th>
            <td>{amount(totals.net)}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={4}>
              {t('line.vat', { percent: percent(totals.vatPercent) })}
            </th>
            <td>{amount(totals.vat)}</td>
          </tr>
          <tr className="il-lines-total">
            <th scope="row" colSpan={4}>
              {t('line.gross')}
            </th>
            <td>{money(totals.gross, currency)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** What a line is for, in words. */
function ruleText({ rule, text, scope, mainCategory }: ShownLine, words: LineWords): string {
  const { t } = words
  if (scope === undefined) return text || t(rule === 'custom' ? 'line.custom' : 'line.special')
  const type = rule.slice(rule.indexOf('_') + 1)
  return t(`line.rule.${type}`, {
    scope: t(`line.scope.${scope}`),
    category: mainCategory ? words.mainCategory(mainCategory) : '',
  })
}

function Group({ group, words }: { group: LineGroup; words: LineWords }) {
  const { t, category, product } = words
  const { amount } = useMoney()
  const { format, percent } = useNumberFormat()
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const { first, lines } = group
  const told = ruleText(first, words)
  const products = product
    ? lines.flatMap((line) => line.products.map((id) => [line, id] as const)).filter(([, id]) => id !== '')
    : []
  const shown = isWhole ? products : products.slice(0, shownAtOnce)
  return (
    <Fragment>
      <tr>
        <th scope="row">
          <span>{told}</span>
          {first.discount && (
            <small>{t('line.because', { category: category(first.discount.category) })}</small>
          )}
          {products.length > 0 && (
            <button
              type="button"
              className="il-lines-more"
              aria-expanded={isOpen}
              aria-label={t('line.productsOf', { count: products.length, what: told })}
              onClick={() => setOpen(!isOpen)}
            >
              {t('line.products', { count: products.length })}
            </button>
          )}
        </th>
        <td>{format(group.count)}</td>
        <td>{amount(first.price)}</td>
        <td>{first.discount ? percent(first.discount.percent) : ''}</td>
        <td>{amount(group.amount)}</td>
      </tr>
      {isOpen &&
        shown.map(([line, id], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand in several lists, and none of them moves
          <tr key={at} className="il-lines-product">
            <td>{product?.(line, id)}</td>
            <td>{line.products.length === 1 ? format(line.count) : ''}</td>
            <td colSpan={2} />
            <td>{line.products.length === 1 ? amount(line.amount) : ''}</td>
          </tr>
        ))}
      {isOpen && products.length > shown.length && (
        <tr className="il-lines-product">
          <td colSpan={5}>
            <Button variant="inline-link" onClick={() => setWhole(true)}>
              {t('line.allProducts', { count: products.length })}
            </Button>
          </td>
        </tr>
      )}
    </Fragment>
  )
}
