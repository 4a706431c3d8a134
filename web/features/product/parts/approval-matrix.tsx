import Icon from '@cloudscape-design/components/icon'
import { Link } from 'react-router-dom'
import { type ShownState, shownStates } from '../../../../shared/rules/approval.ts'
import { productHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useAddressParams } from '../../../ui/address.ts'
import { approvalTones, badgeIcons } from '../../../ui/state-badge.tsx'
import { approvalMatrix } from '../model/approvals.ts'
import { notValidText } from '../model/standing.ts'
import { useProductPage } from '../page-context.ts'
import type { StatusByList } from '../use-approval-status.ts'

/** Where the product stands: a row for each standard, a column for each list, by signs that a legend explains. */
export function ApprovalMatrix({ status }: { status: StatusByList }) {
  const t = useTexts('product')
  const { view, list: current, lookup, words, today, newestRev } = useProductPage()
  // As above, among the lists: archived ones are there when they are asked for, or open.
  const [params] = useAddressParams()
  const isArchived = (list: string) => view.data.listData[list]?._archived === true
  const { lists, standards, standingIn } = approvalMatrix(
    view,
    lookup,
    today,
    (list) => params.get('archive') === '1' || !isArchived(list) || list === current,
  )
  const rev = view.rev === newestRev ? undefined : view.rev
  // The usual first.
  const legend = shownStates.toReversed()
  const isChanged = (list: string, standard: string) =>
    (status.get(list)?.approvals.find((one) => one.standard === standard)?.changed?.length ?? 0) > 0
  const sign = (state: ShownState) => (
    <span className="product-matrix-sign" data-tone={approvalTones[state]}>
      <Icon name={badgeIcons[approvalTones[state]]} size="small" />
    </span>
  )
  return (
    <div className="product-matrix">
      <ul className="product-plain product-matrix-legend" aria-label={t('approvals.legend')}>
        {legend.map((state) => (
          <li key={state}>
            {sign(state)} {t(`approvals.state.${state}`)}
          </li>
        ))}
        <li>
          <Icon name="edit" size="small" variant="warning" /> {t('approvals.changed')}
        </li>
      </ul>
      <div className="product-approvals-scroll">
        <table aria-label={t('approvals.titleAll')}>
          <thead>
            <tr>
              <th scope="col">{t('approvals.column.standard')}</th>
              {lists.map((list) => (
                <th key={list} scope="col" aria-current={list === current ? 'true' : undefined}>
                  {lookup.listTitle(list)}
                  {isArchived(list) && <div className="product-approval-aside">{t('lists.archived')}</div>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standards.map((standard) => (
              <tr key={standard}>
                <th scope="row">{lookup.standardTitle(standard)}</th>
                {lists.map((list) => {
                  const standing = standingIn(list, standard)
                  if (standing === undefined)
                    return (
                      <td key={list} className="product-muted">
                        <span aria-hidden="true">–</span>
                        <span className="product-hidden">{t('approvals.notOffered')}</span>
                      </td>
                    )
                  const changed = isChanged(list, standard)
                  const { state, why } = standing
                  const said = [
                    why
                      ? `${t(`approvals.state.${state}`)} (${notValidText(why, words)})`
                      : t(`approvals.state.${state}`),
                    ...(changed ? [t('approvals.changed')] : []),
                  ]
                  const label = t('approvals.cell', {
                    standard: lookup.standardTitle(standard),
                    list: lookup.listTitle(list),
                    state: said.join(', '),
                  })
                  return (
                    <td key={list}>
                      <Link
                        to={`${productHref(view.id, list, rev)}?tab=approvals`}
                        aria-label={label}
                        title={label}
                      >
                        {sign(state)}
                        {changed && <Icon name="edit" size="small" variant="warning" />}
                      </Link>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
