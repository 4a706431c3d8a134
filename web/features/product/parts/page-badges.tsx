import { useTexts } from '../../../texts/texts.ts'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { readOnlyText } from '../model/read-only.ts'
import { useProductPage } from '../page-context.ts'
import { PresenceBadges } from './presence.tsx'

/** What state the product is in, in the list that is shown; and why it can only be read. */
export function PageBadges({
  isStored,
  isNewest,
  isDeleted,
  mayEdit,
}: {
  isStored: boolean
  isNewest: boolean
  /** The product, whichever of its states is shown. */
  isDeleted: boolean
  mayEdit: boolean
}) {
  const t = useTexts('product')
  const { view, list, actor, words } = useProductPage()
  const data = view.data.listData[list]
  const isArchived = data?._archived || view.data.archived
  return (
    <>
      {isDeleted ? (
        <StateBadge tone="negative">{t('deleted.badge')}</StateBadge>
      ) : (
        <StateBadge tone={data?._active ? 'positive' : 'neutral'}>
          {t(data?._active ? 'lists.active' : 'lists.inactive')}
        </StateBadge>
      )}
      {isArchived && <StateBadge tone="warning">{t('lists.archived')}</StateBadge>}
      {view.data.isNationalPartner && <StateBadge tone="info">{t('status.nationalPartner')}</StateBadge>}
      {!isNewest && <StateBadge tone="warning">{t('history.revision', { rev: view.rev })}</StateBadge>}
      {isNewest && !mayEdit && !isDeleted && !isArchived && (
        <StateBadge tone="neutral">{readOnlyText(view, list, actor, words)}</StateBadge>
      )}
      <PresenceBadges isAsked={isStored && isNewest && !isDeleted} />
    </>
  )
}
