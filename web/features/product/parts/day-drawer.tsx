import Drawer from '@cloudscape-design/components/drawer'
import FormField from '@cloudscape-design/components/form-field'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { asof } from '../../../../shared/calls/bml/product/asof.ts'
import { dayOf, isDay, storedDay } from '../../../../shared/rules/dates.ts'
import { useCall } from '../../../api/use-call.ts'
import { productHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useAddressParams } from '../../../ui/address.ts'
import { DateField } from '../../../ui/dates.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { approvalTones, StateBadge } from '../../../ui/state-badge.tsx'
import { periodSaid } from '../model/row-text.ts'
import { useProductPage } from '../page-context.ts'

/** How the product stood on a day: listed where, under which standard, released by whom. The day is in the address. */
export function DayDrawer() {
  const t = useTexts('product')
  const { view, list, lookup, words, today, newestRev } = useProductPage()
  const [params, changeAddress] = useAddressParams()
  const asked = params.get('day') ?? ''
  const day = isDay(asked) ? asked : today
  const { data, error, mutate } = useCall(asof, { id: view.id, day }, { keepPreviousData: true })
  const isCurrent = data?.day === day
  const product = data?.product
  const shown = product && (product.rev === newestRev ? undefined : product.rev)
  return (
    <Drawer header={<h2>{t('day.title')}</h2>}>
      <SpaceBetween size="m">
        <FormField label={t('day.label')}>
          <DateField
            value={storedDay(day)}
            ariaLabel={t('day.label')}
            onChange={(value) => {
              if (isDay(dayOf(value))) changeAddress((now) => now.set('day', dayOf(value)), { replace: true })
            }}
          />
        </FormField>
        {error && !isCurrent ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : !data || !isCurrent ? (
          <SkeletonLines lines={5} />
        ) : !product ? (
          <p>{t('day.nothing', { date: words.date(storedDay(day)) })}</p>
        ) : (
          <SpaceBetween size="l">
            <p>
              {product.disabled && <strong>{t('day.deleted')} </strong>}
              <ScreenLink
                href={`${productHref(view.id, product.data['listData'] && hasList(product, list) ? list : firstList(product), shown)}?drawer=day&day=${day}`}
              >
                {t('history.openRevision', { rev: product.rev })}
              </ScreenLink>
            </p>
            {data.standing.map((one) => (
              <section key={one.list} aria-label={lookup.listTitle(one.list)}>
                <h3 className="product-day-list">{lookup.listTitle(one.list)}</h3>
                <div>
                  <StateBadge tone={one.isListed ? 'positive' : 'neutral'}>
                    {t(one.isListed ? 'lists.active' : 'lists.inactive')}
                  </StateBadge>
                  {one.responsible && (
                    <span className="product-muted"> {lookup.institutionTitle(one.responsible)}</span>
                  )}
                </div>
                <ul className="product-plain">
                  {one.approvals.map((approval) => (
                    <li key={approval.standard}>
                      <StateBadge tone={approvalTones[approval.state]}>
                        {t(`approvals.state.${approval.state}`)}
                      </StateBadge>{' '}
                      {lookup.standardTitle(approval.standard)}
                      <div className="product-muted">{periodSaid(approval.begin, approval.end, words)}</div>
                      {approval.releasedBy && (
                        <div className="product-muted">
                          <Facts
                            facts={[
                              [
                                t('approvals.confirmed'),
                                t('status.by', {
                                  name: product.titles[approval.releasedBy] ?? t('someone'),
                                  date: words.date(approval.releasedOn),
                                }),
                              ],
                            ]}
                          />
                        </div>
                      )}
                    </li>
                  ))}
                  {one.approvals.length === 0 && (
                    <li className="product-muted">{t('lists.approved', { count: 0 })}</li>
                  )}
                </ul>
              </section>
            ))}
          </SpaceBetween>
        )}
      </SpaceBetween>
    </Drawer>
  )
}

const listsOf = (product: { data: Record<string, unknown> }) => Object.keys(product.data['listData'] ?? {})
const hasList = (product: { data: Record<string, unknown> }, list: string) => listsOf(product).includes(list)
const firstList = (product: { data: Record<string, unknown> }) => listsOf(product)[0] ?? ''
