/** What an invoice comes to by the schedule as it is typed: of a made-up company, or of a real one. */
import Box from '@cloudscape-design/components/box'
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import { fixedIds } from '../../../../../shared/constants.ts'
import type { Entity } from '../../../../../shared/model/entity.ts'
import type { FeeSchedule } from '../../../../../shared/model/fee-schedule.ts'
import type { InvoiceType } from '../../../../../shared/model/invoice-type.ts'
import { priceInvoice, totalsOf } from '../../../../../shared/rules/pricing/price.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { useEdited } from '../../../../ui/entity-editor.ts'
import { InvoiceLines, type LineWords } from '../../../../ui/invoice-lines.tsx'
import type { EntryEditor } from '../../use-entry-editor.ts'
import { pricedSchedule } from '../model/schedule.ts'
import type { Billed } from '../model/tryout.ts'
import type { FeeWords } from '../use-fee-words.ts'
import { MadeUpCompany } from './made-up-company.tsx'
import { RealCompany } from './real-company.tsx'

interface Props {
  editor: EntryEditor
  words: FeeWords
  schedule: Entity
}
type Whom = 'madeUp' | 'real'
const types: readonly InvoiceType[] = ['yearly', 'initial']
const nobody: Billed = { items: [], specialItems: [] }

export function TryOut({ editor, words, schedule }: Props) {
  const t = words.fees
  const [whom, setWhom] = useState<Whom>('madeUp')
  const [type, setType] = useState<InvoiceType>('yearly')
  const [billed, setBilled] = useState<Billed>(nobody)
  const data = useEdited(editor, ({ draft }) => draft)
  const priced = useMemo(() => pricedSchedule(data), [data])
  const { institution, year } = schedule.data as unknown as FeeSchedule
  return (
    <SpaceBetween size="m">
      <Box color="text-body-secondary">{t('tryout.text')}</Box>
      <div className="fees-choices">
        <SegmentedControl
          label={t('tryout.whom')}
          selectedId={whom}
          options={[
            { id: 'madeUp', text: t('tryout.madeUp') },
            { id: 'real', text: t('tryout.real') },
          ]}
          onChange={({ detail }) => {
            setWhom(detail.selectedId as Whom)
            setBilled(nobody)
          }}
        />
        <SegmentedControl
          label={t('tryout.type')}
          selectedId={type}
          options={types.map((id) => ({ id, text: t(`tryout.types.${id}`) }))}
          onChange={({ detail }) => setType(detail.selectedId as InvoiceType)}
        />
      </div>
      {whom === 'madeUp' ? (
        <MadeUpCompany words={words} type={type} onBilled={setBilled} />
      ) : (
        <RealCompany
          words={words}
          type={type}
          institution={institution}
          year={year}
          priced={priced}
          onBilled={setBilled}
        />
      )}
      <Result billed={billed} type={type} priced={priced} words={words} />
    </SpaceBetween>
  )
}

function Result({
  billed,
  type,
  priced,
  words,
}: {
  billed: Billed
  type: InvoiceType
  priced: FeeSchedule
  words: FeeWords
}) {
  const invoices = useTexts('invoices')
  const lines = useMemo(() => priceInvoice(type, billed, priced), [type, billed, priced])
  const lineWords: LineWords = {
    t: invoices,
    category: words.category,
    mainCategory: (key) => words.category(mainCategoryId(key)),
  }
  if (billed.items.length === 0 && billed.specialItems.length === 0) return null
  // Half a currency is none, and is said at its field.
  if (!/^[A-Z]{3}$/.test(priced.currency)) return null
  return (
    <section aria-label={words.fees('tryout.result')} aria-live="polite">
      {lines.length === 0 ? (
        <Box>{words.fees('tryout.free')}</Box>
      ) : (
        <InvoiceLines
          lines={lines}
          totals={totalsOf(lines, priced.vatPercent)}
          currency={priced.currency}
          words={lineWords}
        />
      )}
    </section>
  )
}

const mainCategoryId = (key: string): string => (fixedIds.mainCategory as Record<string, string>)[key] ?? key
