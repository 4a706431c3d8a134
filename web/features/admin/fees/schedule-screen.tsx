/** A fee schedule: its fees, discounts and texts on one page, its history and a try-out beside them. */
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { get } from '../../../../shared/calls/eav/entity/get.ts'
import { isCallError } from '../../../../shared/errors.ts'
import { unstored } from '../../../../shared/model/entity-data.ts'
import { feeSchedule, invoiceYear } from '../../../../shared/model/fee-schedule.ts'
import { useReference } from '../../../api/reference.ts'
import { useSession } from '../../../api/session.tsx'
import { useCall } from '../../../api/use-call.ts'
import { feeScheduleHref, feeSchedulesHref } from '../../../frame/links.ts'
import { Page } from '../../../frame/page.tsx'
import { useAddressParams } from '../../../ui/address.ts'
import { ErrorState, NotFoundState } from '../../../ui/error-state.tsx'
import { PageSkeleton } from '../../../ui/skeleton.tsx'
import { newEntry } from '../model/list.ts'
import { newSchedule } from './model/schedule.ts'
import { SchedulePage } from './parts/schedule-page.tsx'
import { type FeeWords, useFeeWords } from './use-fee-words.ts'
import { useWritten } from './use-written.ts'
import '../admin.css'
import './fees.css'

export function FeeScheduleScreen() {
  const { scheduleId = '' } = useParams()
  const words = useFeeWords()
  const { isReady } = useReference()
  if (!isReady)
    return (
      <Page title={words.fees('one')}>
        <PageSkeleton sections={3} />
      </Page>
    )
  return scheduleId === newEntry ? (
    <NewSchedule words={words} />
  ) : (
    <StoredSchedule key={scheduleId} id={scheduleId} words={words} />
  )
}

function Missing({ words }: { words: FeeWords }) {
  const t = words.fees
  return (
    <Page title={t('one')}>
      <NotFoundState
        title={t('notFound.title')}
        text={t('notFound.text')}
        back={t('notFound.back')}
        href={feeSchedulesHref}
      />
    </Page>
  )
}

function StoredSchedule({ id, words }: { id: string; words: FeeWords }) {
  const { account } = useSession()
  const { data, error, mutate } = useCall(get, { id }, { revalidateOnFocus: true })
  const onWritten = useWritten()
  const isMissing =
    (data !== undefined && data.entityclass !== 'feeschedule') ||
    (isCallError(error) && (error.code === 'not_found' || error.code === 'invalid_input'))
  if (isMissing) return <Missing words={words} />
  if (data && account)
    return (
      <SchedulePage
        key={account.id}
        view={data}
        account={account.id}
        words={words}
        onWritten={onWritten}
        onReload={() => mutate()}
      />
    )
  return (
    <Page title={words.fees('one')}>
      {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <PageSkeleton sections={3} />}
    </Page>
  )
}

/** What it begins with stands in the address: so a reload, and Back, bring it again. */
function NewSchedule({ words }: { words: FeeWords }) {
  const [params] = useAddressParams()
  const { institutions, countries } = useReference()
  const { account } = useSession()
  const navigate = useNavigate()
  const onWritten = useWritten()
  const [institutionId, year] = [params.get('institution') ?? '', Number(params.get('year'))]
  const institution = institutions.get(institutionId)
  const made = useMemo(() => {
    if (!institution || !invoiceYear.safeParse(year).success) return undefined
    const country = institution.data.country && countries.get(institution.data.country)?.data.isoCode
    const data = newSchedule({ institution, year, country })
    // What is prepared is unsaved: against a schedule that says nothing yet.
    const blank = feeSchedule.parse({ institution: institution.id, year, currency: data.currency })
    return {
      view: unstored('feeschedule', newEntry, blank),
      prepared: data,
    }
  }, [institution, countries, year])
  if (!made) return <Missing words={words} />
  if (!account)
    return (
      <Page title={words.fees('one')}>
        <PageSkeleton sections={3} />
      </Page>
    )
  return (
    <SchedulePage
      key={`${account.id} ${institutionId} ${year}`}
      {...made}
      account={account.id}
      words={words}
      onWritten={onWritten}
      onReload={async () => undefined}
      onCreated={async (entity) => {
        await onWritten(entity)
        void navigate(feeScheduleHref(entity.id), { replace: true })
      }}
    />
  )
}
