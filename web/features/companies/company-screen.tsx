/** A company: base data, addresses and contacts on one page, its products on another tab, its history in a drawer. */
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import Drawer from '@cloudscape-design/components/drawer'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Tabs from '@cloudscape-design/components/tabs'
import { Suspense, useCallback, useEffect, useRef } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { load } from '../../../shared/calls/bml/company/load.ts'
import { count } from '../../../shared/calls/bml/product/count.ts'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { CompanyView } from '../../../shared/model/company.ts'
import { toPatch } from '../../../shared/rules/merge.ts'
import { useSession } from '../../api/session.tsx'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { useMeanwhile } from '../../api/use-meanwhile.ts'
import { companyHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { useRecent } from '../../frame/recent.ts'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useDiscard } from '../../frame/use-discard.ts'
import { useCover } from '../../frame/use-room.ts'
import { useTexts } from '../../texts/texts.ts'
import { useAddressParams } from '../../ui/address.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { EditButton } from '../../ui/edit-button.tsx'
import { useEditKeys } from '../../ui/edit-keys.ts'
import { shownIssues, useEdited } from '../../ui/entity-editor.ts'
import { ErrorState, NotFoundState } from '../../ui/error-state.tsx'
import { FieldPlacesContext, useFieldPlaces } from '../../ui/field-places.ts'
import { focusOrPage, useFocusNext } from '../../ui/focus.ts'
import { latePart } from '../../ui/late-part.ts'
import { PageSkeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useTakeIn } from '../../ui/take-in.ts'
import { issuesInPageOrder } from './model/order.ts'
import { AddressesSection } from './parts/addresses-section.tsx'
import { BaseSection } from './parts/base-section.tsx'
import { ContactsSection } from './parts/contacts-section.tsx'
import { ConflictQuestion, EditorBar } from './parts/editor-bar.tsx'
import { CompanyHistory } from './parts/history.tsx'
import { ProductsTab, productsOf } from './parts/products-tab.tsx'
import { useCompanyEditing } from './use-company-editing.ts'
import { useCompanyEditor } from './use-company-editor.ts'
import { useCompanyStates } from './use-company-states.tsx'
import { useCompanyWords } from './use-company-words.ts'
import { useFlashes } from './use-flashes.tsx'
import { useLed } from './use-led.ts'
import { forgetRemovals } from './use-row-removal.ts'
import './companies.css'

const CompanyInvoices = latePart(() =>
  import('../../frame/company-invoices.tsx').then((m) => m.CompanyInvoices),
)
const tabs = ['company', 'products', 'invoices'] as const

export function CompanyScreen() {
  const { companyId = '' } = useParams()
  const t = useTexts('companies')
  const { account } = useSession()
  const [params] = useAddressParams()
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
  // Its own page is still there, by a link of the one that it was merged into.
  if (data.successor && params.get('merged') === null)
    return (
      <Navigate
        to={companyHref(data.successor.id)}
        state={{ led: { id: data.id, name: data.data.baseData.name } }}
        replace
      />
    )
  // A draft belongs to one company and one account.
  return (
    <CompanyPage
      key={`${companyId}:${account.id}`}
      view={data}
      account={account.id}
      onView={onView}
      onReload={mutate}
    />
  )
}

function CompanyPage({
  view,
  account,
  onView,
  onReload,
}: {
  view: CompanyView
  account: string
  onView(v: CompanyView): void
  onReload(): Promise<unknown>
}) {
  const t = useTexts('companies')
  const words = useCompanyWords()
  const refresh = useRefresh()
  const { date, moment } = useDateFormat()
  const [params, changeAddress] = useAddressParams()
  const isDeleted = view.disabled
  const mayEdit = view.may.includes('company:edit') && !isDeleted
  const mayRestore = view.may.includes('company:edit') && isDeleted
  const onSaved = useCallback(
    (next: CompanyView) => {
      onView(next)
      void refresh(execute)
    },
    [onView, refresh],
  )
  const { state: from } = useLocation()
  const { isNew = false, led } = (from ?? {}) as { isNew?: boolean; led?: { id: string; name: string } }
  const places = useFieldPlaces()
  const focusNext = useFocusNext()
  const editButton = useRef<ButtonProps.Ref>(null)
  const named = params.get('tab')
  const tab = tabs.find((one) => one === named) ?? 'company'
  const showTab = useCallback(
    (id: string) =>
      changeAddress((now) => {
        // Each table has an order and pages of its own.
        for (const key of ['tab', 'sort', 'page']) now.delete(key)
        if (id !== 'company') now.set('tab', id)
      }),
    [changeAddress],
  )
  const { isEditing, open, seek, leave } = useCompanyEditing({ tab, showTab, editButton })
  const edit = () => seek(() => places.focusFirst())
  // Its name was all that was asked for.
  useEffect(() => {
    if (isNew) focusOrPage(editButton.current)
  }, [isNew])
  const editor = useCompanyEditor({
    view,
    account,
    words,
    isEditable: mayEdit,
    isEditing,
    onSaved: (next) => {
      leave()
      onSaved(next)
    },
    onRefused: () => focusProblem(),
    onDeleted: (next) => {
      leave()
      onSaved(next)
    },
    onDiscard: () => {
      forgetRemovals()
      leave()
    },
  })
  const kept = useEdited(editor, (now) => now.kept)
  // Kept changes wait for a decision first: typing beside them would put the one over the other.
  const isEditable = mayEdit && !kept
  const isOpen = isEditable && isEditing
  const leaveEditing = async () => {
    if (await settleUnsaved()) leave()
  }
  // Escape closes a drawer that covers the page first.
  const { isCovered } = useCover()
  useEditKeys({
    onEdit: isEditable && !isOpen ? edit : undefined,
    onLeave: isOpen && !isCovered ? () => void leaveEditing() : undefined,
  })
  const { data: products } = useCall(count, { attributeFilter: productsOf(view.id) })

  /** The field that the save bar names. Some of what is wrong has its place only once it is told. */
  const focusProblem = () =>
    seek(() => {
      const now = editor.state.get()
      issuesInPageOrder(shownIssues(now), now.draft).some(({ path }) => places.focusFirst([path]))
    })
  const save = async () => {
    // The first wrong field gets the focus, once a save was refused.
    if ((await editor.save()) === undefined) focusProblem()
    // A row that was left empty is taken away, perhaps with the field that had it.
    else focusNext(() => document.activeElement === document.body && focusOrPage(editButton.current))
  }
  const discard = useDiscard(editor, edit)
  const takeIn = useTakeIn(view, places, {
    reload: onReload,
    changes: (before, after) => toPatch(before.data, after.data).map(({ path }) => path),
    goOn: editButton,
  })
  // Nothing is left that could be put back.
  useEffect(() => forgetRemovals, [])
  const { goBack, restore } = useCompanyStates(view, words, onSaved)
  const flashes = useFlashes(editor, {
    isDeleted,
    isEditable: mayEdit,
    onTaken: edit,
    onRestore: mayRestore
      ? () => void restore().then((isBack) => isBack && focusNext(() => focusOrPage(editButton.current)))
      : undefined,
  })
  useLed(led, view.data.baseData.name)
  const { baseData } = view.data
  useRecent(
    view.disabled || !baseData.name
      ? undefined
      : {
          kind: 'companies',
          id: view.id,
          label: baseData.name,
          ...(baseData.customerNumber ? { detail: String(baseData.customerNumber) } : {}),
          href: companyHref(view.id),
        },
  )
  const meanwhile = useMeanwhile(view.id, view.rev, true)
  const context = { editor, words, isEditable, isEditing: isOpen, onEdit: open }
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
          {!mayEdit && !isDeleted && <StateBadge tone="neutral">{t('badge.readOnly')}</StateBadge>}
          {!mayEdit && !isDeleted && (
            <span className="companies-read-only">
              {baseData.owner
                ? t('badge.readOnlyOf', { name: words.institution(baseData.owner) })
                : t('badge.readOnlyText')}
            </span>
          )}
        </SpaceBetween>
      }
      actions={
        isEditable && (
          <EditButton ref={editButton} isEditing={isOpen} onEdit={edit} onLeave={() => void leaveEditing()} />
        )
      }
      drawers={[
        {
          id: 'history',
          title: t('history.title'),
          icon: 'history',
          content: (
            <Drawer header={<h2>{t('history.title')}</h2>}>
              <CompanyHistory
                view={view}
                words={words}
                onRevert={mayEdit ? (to) => void goBack(to) : undefined}
              />
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
          onChange={({ detail }) => showTab(detail.activeTabId)}
          tabs={[
            {
              id: 'company',
              label: t('tab.company'),
              content: (
                <FieldPlacesContext value={places}>
                  <SpaceBetween size="l">
                    <BaseSection {...context} />
                    <AddressesSection {...context} />
                    <ContactsSection {...context} />
                  </SpaceBetween>
                </FieldPlacesContext>
              ),
            },
            {
              id: 'products',
              label: products ? t('tab.productsCount', { count: products.count }) : t('tab.products'),
              content: tab === 'products' && (
                <ProductsTab companyId={view.id} companyName={view.data.baseData.name} />
              ),
            },
            {
              id: 'invoices',
              label: t('tab.invoices'),
              content: tab === 'invoices' && (
                <Suspense fallback={<SkeletonLines lines={6} />}>
                  <CompanyInvoices companyId={view.id} />
                </Suspense>
              ),
            },
          ]}
        />
        <EditorBar
          editor={editor}
          words={words}
          isEditable={isEditable}
          onDiscard={discard}
          onSave={() => void save()}
          onProblem={focusProblem}
          news={
            meanwhile && (
              <span className="companies-meanwhile">
                {t('save.meanwhile', { name: meanwhile.name, rev: meanwhile.rev })}{' '}
                <Button variant="inline-link" onClick={() => void takeIn()}>
                  {t(isOpen ? 'save.takeIn' : 'save.show')}
                </Button>
              </span>
            )
          }
        />
      </div>
      <ConflictQuestion editor={editor} words={words} />
    </Page>
  )
}
