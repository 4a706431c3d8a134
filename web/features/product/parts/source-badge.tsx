import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import { useTexts } from '../../../texts/texts.ts'
import { TipButton } from '../../../ui/tip-button.tsx'
import type { Effective, Source } from '../model/draft.ts'
import { useProductPage } from '../page-context.ts'

const icons: Record<Source, IconProps.Name> = { direct: 'edit', basis: 'arrow-down', derived: 'share' }

/**
 * Says where a value comes from, by word, sign and look; on hover and focus it tells from which list or product. With
 * `onSwitch` it is the way to another source. A quiet one is no more than that way: a sign without a word.
 */
export function SourceBadge({
  title,
  effective,
  isQuiet = false,
  onSwitch,
}: {
  /** Title of the field. */
  title: string
  effective: Effective
  isQuiet?: boolean
  onSwitch?: () => void
}) {
  const t = useTexts('product')
  const { lookup, words } = useProductPage()
  const { source, fromList, fromProduct } = effective
  const from = [
    fromProduct ? (words.nameOf(fromProduct) ?? t('source.parent')) : undefined,
    fromList ? t('source.list', { list: lookup.listTitle(fromList) }) : undefined,
  ].filter(Boolean)
  const tip = [
    t(`source.tip.${source}`),
    from.length > 0 ? t('source.from', { from: from.join(', ') }) : '',
    onSwitch ? t('source.press') : '',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <TipButton
      tip={tip}
      className="product-source"
      data-source={source}
      data-quiet={isQuiet ? '' : undefined}
      aria-label={t('source.label', { title, source: t(`source.${source}`), tip })}
      aria-disabled={onSwitch === undefined}
      onClick={onSwitch}
    >
      <Icon name={isQuiet ? 'anchor-link' : icons[source]} size="small" />
      {!isQuiet && <span>{t(`source.${source}`)}</span>}
    </TipButton>
  )
}
