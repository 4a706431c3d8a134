/** Search over everything: screens, products and companies by name or number. `/` or Ctrl K, arrows, Enter. */
import Button from '@cloudscape-design/components/button'
import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import Spinner from '@cloudscape-design/components/spinner'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { search as searchProducts } from '../../shared/calls/bml/product/search.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Row } from '../../shared/model/answers.ts'
import { companySearchFilter } from '../../shared/rules/company-search.ts'
import { mayOpen } from '../../shared/rules/permissions.ts'
import { productSearch } from '../../shared/rules/product-search.ts'
import { isOffline } from '../api/connection.ts'
import { isRow } from '../api/hits.ts'
import { useSession } from '../api/session.tsx'
import { useCall } from '../api/use-call.ts'
import { useErrorText } from '../texts/error-text.ts'
import { useTexts } from '../texts/texts.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { focusPage, useFocusNext } from '../ui/focus.ts'
import { hasTableSearch } from '../ui/table-keys.ts'
import { companyHref, productHref } from './links.ts'
import { recentOf } from './recent.ts'
import { type AppRoute, iconOf } from './route.ts'

interface Hit {
  id: string
  group: 'recent' | 'screens' | 'products' | 'companies'
  icon: IconProps.Name
  label: string
  detail?: string
  href: string
}
const icons: Record<'products' | 'companies', IconProps.Name> = { products: 'grid-view', companies: 'group' }
const perGroup = 7

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

export function GlobalSearch({ routes }: { routes: readonly AppRoute[] }) {
  const t = useTexts('frame')
  const [isOpen, setIsOpen] = useState(false)
  const focusNext = useFocusNext()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      // A list's own search takes the slash first.
      const isSlash =
        event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      if (!isCtrlK && (!isSlash || event.defaultPrevented || hasTableSearch())) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const giveUp = () => {
    setIsOpen(false)
    // The dialog gives the focus back, but not to the content of a page, which takes it only once.
    focusNext(() => document.activeElement === document.body && focusPage())
  }
  return (
    <>
      <button
        type="button"
        className="il-search-button"
        onClick={() => setIsOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
      >
        <Icon name="search" />
        {/* Where there is no room for it, it is still the button's name. */}
        <span className="il-search-label">{t('search.placeholder')}</span>
        <span className="il-kbd" aria-hidden="true">
          {t('search.keys')}
        </span>
      </button>
      {isOpen && <Palette routes={routes} onClose={() => setIsOpen(false)} onGiveUp={giveUp} />}
    </>
  )
}

/** Waits until typing pauses. */
function useSettled<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}

const text = (row: Row, column: string) => {
  const value = row.columns[column]
  return value === undefined ? undefined : String(Array.isArray(value) ? value.join(', ') : value)
}

function useHits(typed: string, routes: readonly AppRoute[]) {
  const t = useTexts('frame')
  const { actor } = useSession()
  const query = useSettled(typed.trim(), 30)
  const isEditor = mayOpen(actor, 'editor')
  // How many more there are is not shown, so not counted.
  const pagination = { start: 0, limit: perGroup }
  const isAsking = query.length >= 2 && isEditor
  // By customer number, name or abbreviation.
  const ofCompany = companySearchFilter(query)
  const products = useCall(
    searchProducts,
    isAsking
      ? {
          ...productSearch(query),
          pagination,
          countTo: 1,
          columns: ['name', 'manufacturer', 'distributor', 'lists.permits'],
        }
      : null,
    { keepPreviousData: true, cancelStale: true },
  )
  const companies = useCall(
    execute,
    isAsking && ofCompany
      ? {
          entityClass: 'company',
          attributeFilter: ofCompany,
          pagination,
          countTo: 1,
          columns: ['name', 'companyAbbreviation', 'customerNumber', 'addresses.city'],
        }
      : null,
    { keepPreviousData: true, cancelStale: true },
  )
  const hits = useMemo((): Hit[] => {
    const folded = typed.trim().toLowerCase()
    const screens = routes
      .filter((r) => !r.hideInNav && mayOpen(actor, r.permission))
      .map(
        (r): Hit => ({
          id: r.name,
          group: 'screens',
          icon: iconOf(r),
          label: t(`routes.${r.name}`),
          href: r.path,
        }),
      )
      .filter((hit) => folded === '' || hit.label.toLowerCase().includes(folded))
    if (folded === '' && actor)
      return [
        ...recentOf(actor.account).map(
          ({ kind, ...one }): Hit => ({ ...one, group: 'recent', icon: icons[kind] }),
        ),
        ...screens,
      ]
    if (folded.length < 2) return screens
    // A failed question still holds the answer to the one before.
    const found = (products.error ? [] : (products.data?.list ?? [])).map((row): Hit => {
      // Products of one name are told apart by their number and company.
      const detail = [text(row, 'lists.permits'), text(row, 'manufacturer') ?? text(row, 'distributor')]
        .filter(Boolean)
        .join(' · ')
      return {
        id: row.id,
        group: 'products',
        icon: icons.products,
        label: text(row, 'name') ?? t('search.unnamed'),
        ...(detail ? { detail } : {}),
        href: productHref(row.id, fixedIds.list.base),
      }
    })
    const firms = (companies.error ? [] : (companies.data?.list ?? [])).filter(isRow).map((row): Hit => {
      const detail = [
        text(row, 'companyAbbreviation'),
        text(row, 'customerNumber'),
        text(row, 'addresses.city'),
      ]
        .filter(Boolean)
        .join(' · ')
      return {
        id: row.id,
        group: 'companies',
        icon: icons.companies,
        label: text(row, 'name') ?? t('search.unnamed'),
        ...(detail ? { detail } : {}),
        href: companyHref(row.id),
      }
    })
    return [...screens, ...found, ...firms]
  }, [typed, routes, actor, t, products.data, products.error, companies.data, companies.error])
  const isSearching = typed.trim() !== query || products.isValidating || companies.isValidating
  return {
    hits,
    isSearching,
    failure: isAsking ? (products.error ?? companies.error) : undefined,
    retry: () => {
      if (products.error) void products.mutate()
      if (companies.error) void companies.mutate()
    },
  }
}

function Palette({
  routes,
  onClose,
  onGiveUp,
}: {
  routes: readonly AppRoute[]
  onClose(): void
  onGiveUp(): void
}) {
  const t = useTexts('frame')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const errorText = useErrorText()
  const ui = useTexts('ui')
  const { hits, isSearching, failure, retry } = useHits(typed, routes)
  const current = Math.min(at, hits.length - 1)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current, listId])

  const open = (hit: Hit | undefined, isNewTab: boolean) => {
    if (!hit) return
    if (isNewTab) {
      globalThis.open(hit.href, '_blank', 'noopener')
      return
    }
    onClose()
    void navigate(hit.href)
  }
  // Outside of the bar, whose colours are those of a dark ground.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is on the backdrop
    <dialog
      ref={dialog}
      className="il-palette"
      aria-label={t('search.placeholder')}
      onClose={onGiveUp}
      onClick={(event) => event.target === dialog.current && onGiveUp()}
    >
      <div className="il-palette-field">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={hits.length > 0 ? `${listId}-${current}` : undefined}
          aria-label={t('search.placeholder')}
          placeholder={t('search.placeholder')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(current + 1, hits.length - 1))
            else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0))
            else if (event.key === 'Enter') open(hits[current], event.ctrlKey || event.metaKey)
            else return
            event.preventDefault()
          }}
        />
        {/* It turns as long as the list is not that of all that was typed. */}
        {isSearching && typed.trim().length >= 2 && <Spinner />}
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={t('search.results')}
        aria-busy={isSearching}
        className="il-palette-hits"
      >
        {hits.map((hit, index) => (
          <div key={`${hit.group} ${hit.id}`} role="presentation">
            {hits[index - 1]?.group !== hit.group && (
              <div className="il-palette-group" role="presentation">
                {t(`search.${hit.group}`)}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's */}
            <div
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className="il-palette-hit"
              onMouseMove={() => setAt(index)}
              onClick={(event) => open(hit, event.ctrlKey || event.metaKey)}
              onAuxClick={(event) => event.button === 1 && open(hit, true)}
            >
              <Icon name={hit.icon} />
              <span className="il-palette-label">{hit.label}</span>
              {hit.detail && <span className="il-palette-detail">{hit.detail}</span>}
            </div>
          </div>
        ))}
      </div>
      {failure && !isSearching ? (
        <div className="il-palette-note" role="alert">
          {isOffline(failure) ? (
            <ErrorState error={failure} onRetry={retry} />
          ) : (
            <>
              {errorText(failure)}{' '}
              <Button variant="inline-link" formAction="none" onClick={retry}>
                {ui('error.retry')}
              </Button>
            </>
          )}
        </div>
      ) : (
        hits.length === 0 && (
          <p className="il-palette-note" role="status">
            {t(isSearching ? 'search.searching' : 'search.none')}
          </p>
        )
      )}
      <p className="il-palette-help" aria-hidden="true">
        {t('search.help')}
      </p>
    </dialog>,
    document.body,
  )
}
