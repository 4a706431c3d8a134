/** The revisions of an invoice: who changed what and when. They are not brought back: a draft is made anew by a run. */
import { useCallback, useMemo } from 'react'
import { load } from '../../../../shared/calls/bml/invoice/load.ts'
import type { Invoice, InvoiceView } from '../../../../shared/model/invoice.ts'
import { RevisionHistory } from '../../../frame/revision-history.tsx'
import { shortTitles } from '../../../ui/changeset.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { useTitle } from '../../../ui/localized.tsx'
import { useMoney } from '../../../ui/money.ts'
import { type ChangeWords, changesBetween, placeTitle } from '../model/changes.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'

export function InvoiceHistory({ view, words }: { view: InvoiceView; words: InvoiceWords }) {
  const { t, ourSign, institution } = words
  const title = useTitle()
  const { date, moment } = useDateFormat()
  const { amount } = useMoney()
  const said = useMemo<ChangeWords>(
    () => ({ t: (key) => t(key), title, amount, date, moment, ourSign, institution }),
    [t, title, amount, date, moment, ourSign, institution],
  )
  const changes = useCallback(
    (before: Invoice | undefined, after: Invoice) => changesBetween(before, after, said),
    [said],
  )
  return (
    <RevisionHistory<Invoice>
      id={view.id}
      rev={view.rev}
      t={(key, params = {}) => t(key, params)}
      load={load}
      changes={changes}
      titleOfPaths={(paths) => shortTitles(paths.map((path) => placeTitle(path, (key) => t(key))))}
    />
  )
}
