/** A company: base data, addresses and contacts on one page, its products on another tab, its history in a drawer. */
import Button from '@cloudscape-design/components/button'
import Drawer from '@cloudscape-design/components/drawer'
import type { FlashbarProps } from '@cloudscape-design/components/flashbar'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Tabs from '@cloudscape-design/components/tabs'
import { useCallback, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { load } from '../../../shared/calls/bml/company/load.ts'
import { count } from '../../../shared/calls/bml/product/count.ts'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { CompanyView } from '../../../shared/model/company.ts'
import { useSession } from '../../api/session.tsx'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useTexts } from '../../texts/texts.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { useDateFormat } from '../../ui/dates.tsx'
import { EditButton } from '../../ui/edit-button.tsx'
import { useEditKeys } from '../../ui/edit-keys.ts'
import { ErrorState, NotFoundState } from '../../ui/error-state.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { titleOfPath, valueInWords } from './model/titles.ts'
import { AddressesSection } from './parts/addresses-section.tsx'
import { BaseSection } from './parts/base-section.tsx'
import { ContactsSection } from './parts/contacts-section.tsx'
import { CompanyHistory } from './parts/history.tsx'
import { ProductsTab, productsOf } from './parts/products-tab.tsx'
import { useCompanyEditor } from './use-company-editor.ts'
import { useCompanyWords } from './use-company-words.ts'
import './companies.css'

export function CompanyScreen() {
  const { companyId = '' } = useParams()
  const t = useTexts('companies')
  const { account } = useSession()
  const { data, error, mutate } = useCall(load, { id: companyId }, { revalidateOnFocus: true })
  const onView = useCallback((view: CompanyView) => void mutate(view, { revalidate: false }), [mutate])
  if (error && !data)
    return (
      <Page title={t('one')}>
        {isCallError(error) && ['not_found', 'invalid_input'].includes(error.code) ? (
          <NotFoundState
            title={t('notFound.title')}
            text={t('notFound.text')}
            back={t('notFound.back')}
            href="/company/list"
          />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )}
      </Page>
    )
  if (!data || !account)
    return (
      <Page title={t('one')}>
        <PageSkeleton sections={3} />
      </Page>
    )
  // A draft belongs to one company and one account.
  return <CompanyPage key={`${companyId}:${account.id}`} view={data} account={account.id} onView={onView} />
}

function CompanyPage({
  view,
  account,
  onView,
}: {
  view: CompanyView
  account: string
  onView(v: CompanyView): void
}) {
  const t = useTexts('companies')
  const words = useCompanyWords()
  const refresh = useRefresh()
  const { date, moment } = useDateFormat()
  const [params, setParams] = useSearchParams()
  const mayEdit = view.may.includes('company:edit')
  const onSaved = useCallback(
    (next: CompanyView) => {
      onView(next)
      void refresh(execute)
    },
    [onView, refresh],
  )
  const editor = useCompanyEditor({ view, account, words, isEditable: mayEdit, onView: onSaved })
  // Kept changes wait for a decision first: typing beside them would put the one over the other.
  const isEditable = mayEdit && !editor.kept
  const leaveEditing = async () => {
    if (await settleUnsaved()) editor.leave()
  }
  useEditKeys({
    onEdit: isEditable && !editor.isEditing ? editor.edit : undefined,
    onLeave: editor.isEditing ? () => void leaveEditing() : undefined,
  })
  const { data: products } = useCall(count, { attributeFilter: productsOf(view.id) })

  // The first wrong field gets the focus, once a save was refused.
  const showFirst = () =>
    document
      .querySelector<HTMLElement>('.companies-page [aria-invalid="true"]')
      ?.focus({ preventScroll: false })
  const { baseData } = view.data
  const flashes = useMemo<FlashbarProps.MessageDefinition[]>(() => {
    if (!editor.kept) return []
    return [
      {
        id: 'kept',
        type: 'info',
        content: t('kept.text', {
          count: editor.kept.changes,
          when: moment(new Date(editor.kept.keptAt).toISOString()),
        }),
        action: (
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={editor.restore}>{t('kept.restore')}</Button>
            <Button onClick={editor.forget}>{t('kept.forget')}</Button>
          </SpaceBetween>
        ),
      },
    ]
  }, [editor.kept, editor.restore, editor.forget, t, moment])
  const tab = params.get('tab') === 'products' ? 'products' : 'company'
  const context = { editor, words }
  return (
    <Page
      title={baseData.name || t('unnamed')}
      subtitle={t('subtitle', { rev: view.rev, when: moment(view.updated) })}
      flashes={flashes}
      badges={
        <SpaceBetween direction="horizontal" size="xs">
          {Boolean(baseData.customerNumber) && (
            <StateBadge tone="neutral" isFact>
              {t('badge.number', { number: baseData.customerNumber })}
            </StateBadge>
          )}
          {baseData.owner && (
            <StateBadge tone="neutral" isFact>
              {t('badge.owner', { name: words.institution(baseData.owner) })}
            </StateBadge>
          )}
          {baseData.institution && baseData.institution !== baseData.owner && (
            <StateBadge tone="neutral" isFact>
              {t('badge.institution', { name: words.institution(baseData.institution) })}
            </StateBadge>
          )}
          {baseData.terminationDate && (
            <StateBadge tone="warning">
              {t('badge.ended', { when: date(baseData.terminationDate) })}
            </StateBadge>
          )}
          {view.disabled && <StateBadge tone="negative">{t('badge.deleted')}</StateBadge>}
          {!mayEdit && (
            <StateBadge tone="neutral" title={t('badge.readOnlyText')}>
              {t('badge.readOnly')}
            </StateBadge>
          )}
        </SpaceBetween>
      }
      actions={
        isEditable && (
          <EditButton isEditing={editor.isEditing} onEdit={editor.edit} onLeave={() => void leaveEditing()} />
        )
      }
      drawers={[
        {
          id: 'history',
          title: t('history.title'),
          icon: 'history',
          content: (
            <Drawer header={<h2>{t('history.title')}</h2>}>
              <CompanyHistory id={view.id} rev={view.rev} words={words} />
            </Drawer>
          ),
        },
      ]}
    >
      {/* One block, so that the bar sticks to the bottom of the window all along it. */}
      <div className="companies-page">
        <Tabs
          ariaLabel={t('one')}
          activeTabId={tab}
          onChange={({ detail }) =>
            setParams(
              (now) => {
                const next = new URLSearchParams(now)
                if (detail.activeTabId === 'products') next.set('tab', 'products')
                else for (const key of ['tab', 'sort', 'page']) next.delete(key)
                return next
              },
              { preventScrollReset: true },
            )
          }
          tabs={[
            {
              id: 'company',
              label: t('tab.company'),
              content: (
                <SpaceBetween size="l">
                  <BaseSection {...context} />
                  <AddressesSection {...context} isEditable={isEditable} />
                  <ContactsSection {...context} isEditable={isEditable} />
                </SpaceBetween>
              ),
            },
            {
              id: 'products',
              label: products ? t('tab.productsCount', { count: products.count }) : t('tab.products'),
              content: tab === 'products' && <ProductsTab companyId={view.id} />,
            },
          ]}
        />
        <SaveBar
          changes={editor.changes}
          isSaving={editor.isSaving}
          onSave={() => void editor.saveNow().then((isSaved) => isSaved || setTimeout(showFirst))}
          onDiscard={editor.discard}
          {...(editor.issues.size > 0 ? { problem: t('save.problem', { count: editor.issues.size }) } : {})}
        />
      </div>
      {editor.question && (
        <ConflictDialog
          conflicts={editor.question.conflicts.map((c) => {
            const sides = [editor.draft, editor.question!.theirs.data, editor.original]
            const said = (value: unknown) => valueInWords(c.path, value, words, sides)
            return {
              path: c.path,
              title: titleOfPath(c.path, sides, words),
              before: said(c.before),
              mine: said(c.mine),
              theirs: said(c.theirs),
            }
          })}
          onResolve={(choices) => editor.question?.answer(choices)}
          onCancel={() => editor.question?.answer(undefined)}
        />
      )}
    </Page>
  )
}
