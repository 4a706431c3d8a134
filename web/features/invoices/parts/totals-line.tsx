/** What the invoices that are found come to, in each currency. */
import { totals } from '../../../../shared/calls/bml/invoice/totals.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import { useCall } from '../../../api/use-call.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useMoney } from '../../../ui/money.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'

export function TotalsLine({ filter }: { filter: Filter | undefined }) {
  const t = useTexts('invoices')
  const { money } = useMoney()
  const { format } = useNumberFormat()
  const { data } = useCall(
    totals,
    { ...(filter && { attributeFilter: filter }) },
    { keepPreviousData: true, cancelStale: true },
  )
  // The list says that there are none.
  if (data?.totals.length === 0) return null
  return (
    // Keeps its line, so that nothing moves once it is known.
    <p className="invoices-totals" aria-live="polite">
      {data?.totals.map(({ currency, count, net, gross }) => (
        <span key={currency}>
          {t('totals.line', {
            count,
            number: format(count),
            net: money(net, currency),
            gross: money(gross, currency),
          })}
        </span>
      ))}
    </p>
  )
}
