import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import FormField from '@cloudscape-design/components/form-field'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useCallback, useEffect, useMemo, useState } from 'react'
import useSWR from 'swr'
import { preview } from '../../../../../shared/calls/bml/invoice/preview.ts'
import { search } from '../../../../../shared/calls/bml/product/search.ts'
import { chunksOf } from '../../../../../shared/chunks.ts'
import { fixedIds, searchPageSize } from '../../../../../shared/constants.ts'
import type { FeeSchedule } from '../../../../../shared/model/fee-schedule.ts'
import type { InvoiceSum } from '../../../../../shared/model/invoice.ts'
import type { InvoiceType } from '../../../../../shared/model/invoice-type.ts'
import { difference } from '../../../../../shared/rules/pricing/decimal.ts'
import { priceInvoice, totalsOf } from '../../../../../shared/rules/pricing/price.ts'
import { callApi } from '../../../../api/client.ts'
import { useFilterOptions } from '../../../../api/filter-options.ts'
import { useReference } from '../../../../api/reference.ts'
import { useCall } from '../../../../api/use-call.ts'
import { useErrorText } from '../../../../texts/error-text.ts'
import { AsyncSelect, type Choice } from '../../../../ui/async-select.tsx'
import { useTitle } from '../../../../ui/localized.tsx'
import { useMoney } from '../../../../ui/money.ts'
import { SkeletonLines } from '../../../../ui/skeleton.tsx'
import { type Billed, billedIn, itemKey, itemsOf } from '../model/tryout.ts'
import type { FeeWords } from '../use-fee-words.ts'
import { useFeeSchedules } from '../use-schedules.ts'

/** The categories of billed products, each in the list that it is billed in, by `itemKey`. */
async function categoriesOf(sums: readonly InvoiceSum[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [list, products] of billedIn(sums))
    for (const ids of chunksOf(products, searchPageSize)) {
      const column = list === fixedIds.list.base ? 'category' : 'lists.category'
      const answer = await callApi(
        search,
        {
          attributeFilter: { field: 'id', comparison: 'in', value: ids },
          columns: [column],
          list,
          pagination: { start: 0, limit: searchPageSize },
        },
        { quiet: true },
      )
      for (const { id, columns } of answer.list) {
        const category = [columns[column]].flat()[0]
        if (typeof category === 'string') found.set(itemKey(id, list), category)
      }
    }
  return found
}
const none: readonly InvoiceSum[] = []

interface Props {
  words: FeeWords
  type: InvoiceType
  institution: string
  year: number
  priced: FeeSchedule
  onBilled(billed: Billed): void
}

/** The company's products are those that the latest stored schedule bills it for; they are priced by the one on the page. */
export function RealCompany({ words, type, institution, year, priced, onBilled }: Props) {
  const t = words.fees
  const title = useTitle()
  const say = useErrorText()
  const { categories } = useReference()
  const { load } = useFilterOptions([], title)
  const [company, setCompany] = useState<Choice>()
  const { list: schedules } = useFeeSchedules()
  /** The year that says what is billed: this one, once it is stored, else the latest before it. */
  const billedYear = useMemo(
    () =>
      schedules
        ?.filter(({ data }) => data.institution === institution && data.year <= year)
        .toSorted((a, b) => b.data.year - a.data.year)[0]?.data.year,
    [schedules, institution, year],
  )
  const { data, error } = useCall(
    preview,
    company && billedYear !== undefined
      ? { companyId: company.id, type, targetYear: billedYear, institutions: [institution] }
      : null,
  )
  const bill = data?.list[0]
  const sums = bill?.sums ?? none
  const known = useSWR(sums.length > 0 ? ['fees:categories', sums] : null, () => categoriesOf(sums), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  const billed = useMemo<Billed>(
    () => (known.data ? itemsOf(sums, known.data, categories) : { items: [], specialItems: [] }),
    [sums, known.data, categories],
  )
  useEffect(() => onBilled(billed), [billed, onBilled])
  const find = useCallback(
    async (text: string, signal: AbortSignal) =>
      (await load('company', text, signal)).map(({ value, label, tags }) => ({
        id: value,
        label,
        ...(tags && { tags }),
      })),
    [load],
  )
  const failed = error ?? known.error
  const isLoading =
    company !== undefined &&
    billedYear !== undefined &&
    !failed &&
    (!data || (sums.length > 0 && !known.data))
  return (
    <SpaceBetween size="s">
      <FormField label={t('tryout.company')} stretch>
        <AsyncSelect search={find} value={company} onChange={setCompany} />
      </FormField>
      {schedules && billedYear === undefined && <Box>{t('tryout.noYear')}</Box>}
      {failed !== undefined && <Alert type="error">{say(failed)}</Alert>}
      {isLoading && <SkeletonLines lines={4} />}
      {data && sums.length === 0 && (
        <Box>{t('tryout.nothing', { company: company?.label ?? '', year: billedYear })}</Box>
      )}
      {billed.items.length > 0 && bill?.totals && (
        <Compared
          words={words}
          year={billedYear ?? year}
          before={bill.totals.net}
          after={totalsOf(priceInvoice(type, billed, priced), priced.vatPercent).net}
          currency={bill.currency === priced.currency ? priced.currency : undefined}
        />
      )}
    </SpaceBetween>
  )
}

/** How the net amount differs from what the stored schedule makes of the same products. */
function Compared({
  words,
  year,
  before,
  after,
  currency,
}: {
  words: FeeWords
  year: number
  before: number
  after: number
  /** Undefined where the two are of different currencies, and nothing can be said. */
  currency: string | undefined
}) {
  const money = useMoney()
  const t = words.fees
  if (currency === undefined) return <Box>{t('tryout.billedAs', { year })}</Box>
  return (
    <Box>
      {t('tryout.billedAs', { year })}{' '}
      {t('tryout.compared', {
        before: money.money(before, currency),
        difference: money.difference(difference(after, before)),
      })}
    </Box>
  )
}
