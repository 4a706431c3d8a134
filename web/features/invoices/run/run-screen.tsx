/** A run or its preview: how far it is, what it comes to, and company by company what is billed, what differs and what is not. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import ProgressBar from '@cloudscape-design/components/progress-bar'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { createFromProducts } from '../../../../shared/calls/bml/invoice/createFromProducts.ts'
import { isCallError } from '../../../../shared/errors.ts'
import { confirm } from '../../../frame/dialogs.ts'
import { invoiceRunHref, invoicesHref, jobHref } from '../../../frame/links.ts'
import { Page } from '../../../frame/page.tsx'
import { percentOf } from '../../../frame/use-job-watch.ts'
import { useStartJob } from '../../../frame/use-start-job.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useAddressParams } from '../../../ui/address.ts'
import { ErrorState, NotFoundState } from '../../../ui/error-state.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { PageSkeleton } from '../../../ui/skeleton.tsx'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { isBilled, leftOut } from '../model/run.ts'
import { orderIn, orderOf, orderParams } from '../model/run-order.ts'
import { useInvoiceWords } from '../use-invoice-words.ts'
import { billKey, RunBill } from './run-bill.tsx'
import { RunBills } from './run-bills.tsx'
import { RunSums } from './run-sums.tsx'
import { useRun } from './use-run.ts'
import '../invoices.css'

export function RunScreen() {
  const { jobId = '' } = useParams()
  return <Run key={jobId} jobId={jobId} />
}

function Run({ jobId }: { jobId: string }) {
  const words = useInvoiceWords()
  const { t } = words
  const { format } = useNumberFormat()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [params] = useAddressParams()
  const { job, isOver, bills, error, retry } = useRun(jobId)
  const about = job?.about
  // What the job says holds; the address names the page until it is there.
  const order = useMemo(() => (about ? orderOf(about) : orderIn(params)), [about, params])
  const { type, year } = about?.run ?? { type: order?.type, year: order?.targetYear }
  const isPreview = job?.about.isDryRun === true
  const run = useStartJob(createFromProducts, {
    started: t('run.started'),
    onStarted: (id) => void navigate(`${invoiceRunHref(id)}${order ? `?${orderParams(order)}` : ''}`),
  })
  const title = type
    ? t(isPreview ? 'run.previewOf' : 'run.of', { type: t(`types.${type}`), year })
    : t(isPreview ? 'run.previewTitle' : 'run.runTitle')
  if (error && !bills)
    return (
      <Page title={title}>
        {isCallError(error) && ['not_found', 'invalid_input', 'forbidden'].includes(error.code) ? (
          <NotFoundState
            title={t('run.notFound')}
            text={t('run.notFoundText')}
            back={t('toList')}
            href={invoicesHref}
          />
        ) : (
          <ErrorState error={error} onRetry={retry} />
        )}
      </Page>
    )
  if (!job)
    return (
      <Page title={title}>
        <PageSkeleton sections={2} />
      </Page>
    )
  const willBe = (bills ?? []).filter(isBilled).filter(({ outcome }) => outcome !== 'fixed')
  const start = async () => {
    if (!order) return
    const isSure = await confirm({
      title: t('run.sure', { type: t(`types.${order.type}`), year: order.targetYear }),
      text: t('run.sureText', { count: willBe.length, number: format(willBe.length) }),
      verb: t('run.verb'),
    })
    if (isSure) await run.start({ ...order, dryRun: false })
  }
  const open = params.get('bill')
  const shown = bills?.find((bill) => billKey(bill) === open)
  const percent = percentOf(job)
  return (
    <Page
      title={title}
      badges={
        <StateBadge tone={job.status === 'aborted' ? 'negative' : isPreview ? 'info' : 'positive'}>
          {t(
            job.status === 'aborted'
              ? 'run.state.aborted'
              : !isOver
                ? 'run.state.running'
                : isPreview
                  ? 'run.state.preview'
                  : 'run.state.done',
          )}
        </StateBadge>
      }
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button
            variant="link"
            href={jobHref(jobId)}
            onFollow={(event) => {
              event.preventDefault()
              void navigate(jobHref(jobId))
            }}
          >
            {t('run.job')}
          </Button>
          {!isPreview && isOver && (
            <Button
              href={invoicesHref}
              onFollow={(event) => {
                event.preventDefault()
                void navigate(invoicesHref)
              }}
            >
              {t('toList')}
            </Button>
          )}
          {isPreview && order && (
            <Button
              variant="primary"
              loading={run.isStarting}
              disabled={!bills || willBe.length === 0}
              onClick={() => void start()}
            >
              {t('run.verb')}
            </Button>
          )}
        </SpaceBetween>
      }
      drawers={
        shown
          ? [
              {
                id: 'bill',
                title: t('run.bill'),
                icon: 'file',
                content: (
                  <RunBill key={open} bill={shown} order={order} words={words} isPreview={isPreview} />
                ),
              },
            ]
          : []
      }
    >
      <SpaceBetween size="l">
        {run.error !== undefined && (
          <Alert type="error">{`${t('run.notStarted')} ${errorText(run.error)}`}</Alert>
        )}
        {job.status === 'aborted' && <Alert type="warning">{t('run.aborted')}</Alert>}
        {!isOver && (
          <ProgressBar
            label={t(isPreview ? 'run.previewing' : 'run.running')}
            {...(percent === undefined ? {} : { value: percent })}
            additionalInfo={t('run.progress', { done: format(job.done), total: format(job.total) })}
          />
        )}
        {isOver && bills && leftOut(job, bills) > 0 && (
          <Alert type="warning">
            {t('run.leftOut', { number: format(leftOut(job, bills)) })}{' '}
            <Link to={jobHref(jobId)}>{t('run.job')}</Link>
          </Alert>
        )}
        {isOver && !bills && <PageSkeleton sections={2} />}
        {isOver && bills && <RunSums bills={bills} words={words} isPreview={isPreview} />}
        {isOver && bills && <RunBills bills={bills} words={words} isPreview={isPreview} />}
      </SpaceBetween>
    </Page>
  )
}
