/** Two companies side by side, to be made one: what is kept of each, what will point to the one that stays, and the start. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { preview as previewJob } from '../../../shared/calls/batch/job/preview.ts'
import { load } from '../../../shared/calls/bml/company/load.ts'
import { merge } from '../../../shared/calls/bml/company/merge.ts'
import { type MergeChoices, mergeUndoDays } from '../../../shared/jobs/merge.ts'
import type { CompanyView } from '../../../shared/model/company.ts'
import { mergedCompany, mergeIssues, preselectedChoices } from '../../../shared/rules/company-merge.ts'
import { useCan } from '../../api/can.ts'
import { useCall } from '../../api/use-call.ts'
import { confirm } from '../../frame/dialogs.ts'
import { companyHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { useStartJob } from '../../frame/use-start-job.ts'
import { useErrorText } from '../../texts/error-text.ts'
import { useTexts } from '../../texts/texts.ts'
import { useAddressParams } from '../../ui/address.ts'
import { ErrorState, NotFoundState } from '../../ui/error-state.tsx'
import { PageSkeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { pairOf, type Side } from './model/merge.ts'
import { MergeEffects } from './parts/merge-effects.tsx'
import { MergeFields } from './parts/merge-fields.tsx'
import { useCompanyWords } from './use-company-words.ts'
import './companies.css'

export function MergeScreen() {
  const t = useTexts('companies')
  const may = useCan()('company:merge')
  const [params] = useAddressParams()
  const chosen = [...new Set((params.get('ids') ?? '').split(',').filter(Boolean))]
  const isTwo = chosen.length === 2
  const first = useCall(load, isTwo && may ? { id: chosen[0]! } : null)
  const second = useCall(load, isTwo && may ? { id: chosen[1]! } : null)
  const error = first.error ?? second.error
  const back = { back: t('notFound.back'), href: '/company/list' }
  const shown = !may ? (
    <NotFoundState title={t('merge.title')} text={t('merge.admins')} {...back} />
  ) : !isTwo ? (
    <NotFoundState title={t('merge.title')} text={t('merge.two')} {...back} />
  ) : error ? (
    <ErrorState error={error} onRetry={() => void Promise.all([first.mutate(), second.mutate()])} />
  ) : first.data && second.data ? (
    <Merge key={`${first.data.rev}:${second.data.rev}`} companies={[first.data, second.data]} />
  ) : (
    <PageSkeleton sections={2} />
  )
  return <Page title={t('merge.title')}>{shown}</Page>
}

function Merge({ companies }: { companies: [CompanyView, CompanyView] }) {
  const t = useTexts('companies')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const words = useCompanyWords()
  const [stays, setStays] = useState(companies[0].id)
  const survivor = companies.find(({ id }) => id === stays)!
  const merged = companies.find(({ id }) => id !== stays)!
  const pair = useMemo(() => pairOf(survivor, merged), [survivor, merged])
  const [chosen, setChosen] = useState<{ of: string; choices: MergeChoices }>()
  const preselected = useMemo(() => preselectedChoices(pair), [pair])
  // Choices are of one direction.
  const choices = chosen?.of === stays ? chosen.choices : preselected
  const issues = mergeIssues(pair, mergedCompany(pair, choices))
  const order = { companies: companies.map(({ id, rev }) => ({ id, rev })), survivor: stays }
  // What points where does not depend on the choices.
  const effects = useCall(previewJob, { template: 'merge', config: order }, { keepPreviousData: true })
  const { start, isStarting, error } = useStartJob(merge, {
    started: t('merge.started'),
    onStarted: () => void navigate(companyHref(stays)),
  })
  const nameOf = ({ data: { baseData } }: CompanyView) => baseData.name || t('unnamed')
  const names = { stays: nameOf(survivor), goes: nameOf(merged) }
  const submit = async () => {
    const isSure = await confirm({
      title: t('merge.sure', names),
      text: t('merge.sureText', { ...names, days: mergeUndoDays }),
      ...(effects.data && { details: <MergeEffects preview={effects.data} words={words} /> }),
      verb: t('merge.verb'),
      isDangerous: true,
    })
    if (isSure) await start({ ...order, choices })
  }
  const head = (company: CompanyView, side: Side) => (
    <label className="companies-merge-option" data-chosen={side === 'survivor' ? '' : undefined}>
      <input
        type="radio"
        name="merge-survivor"
        checked={company.id === stays}
        onChange={() => setStays(company.id)}
      />
      <span>
        <strong>{nameOf(company)}</strong>
        {company.data.baseData.customerNumber ? ` · ${company.data.baseData.customerNumber}` : ''} <br />
        {t(side === 'survivor' ? 'merge.staysText' : 'merge.goesText')}
      </span>
    </label>
  )
  return (
    <SpaceBetween size="l">
      {error !== undefined && <Alert type="error">{errorText(error)}</Alert>}
      {effects.error !== undefined && <Alert type="error">{errorText(effects.error)}</Alert>}
      {issues.length > 0 && (
        <Alert type="warning">
          {[...new Set(issues.map((i) => t(`issue.${i.key}`, { defaultValue: i.expected })))].join(' ')}
        </Alert>
      )}
      <Container
        header={
          <Header variant="h2" description={t('merge.text')}>
            {t('merge.choose')}
          </Header>
        }
      >
        <div className="companies-merge">
          <div
            role="radiogroup"
            aria-label={t('merge.which')}
            className="companies-merge-row companies-merge-head"
          >
            <div className="companies-merge-title">{t('merge.which')}</div>
            {head(survivor, 'survivor')}
            {head(merged, 'merged')}
          </div>
        </div>
        <MergeFields
          pair={pair}
          words={words}
          choices={choices}
          onChange={(next) => setChosen({ of: stays, choices: next })}
        />
      </Container>
      <Container header={<Header variant="h2">{t('merge.effects', { name: names.stays })}</Header>}>
        {effects.data ? <MergeEffects preview={effects.data} words={words} /> : <SkeletonLines lines={3} />}
      </Container>
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          loading={isStarting}
          disabled={issues.length > 0 || effects.error !== undefined}
          onClick={() => void submit()}
        >
          {t('merge.verb')}
        </Button>
        <Button variant="link" onClick={() => void navigate('/company/list')}>
          {t('merge.cancel')}
        </Button>
      </SpaceBetween>
    </SpaceBetween>
  )
}
