import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import Tooltip from '@cloudscape-design/components/tooltip'
import { useRef, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import type { Effective, Source } from '../model/draft.ts'
import { useProductPage } from '../page-context.ts'

const icons: Record<Source, IconProps.Name> = { direct: 'edit', basis: 'arrow-down', derived: 'share' }

/**
 * Says where a value comes from, by word, sign and look; on hover and focus it tells from which list or product. With
 * `onSwitch` it is the way to another source.
 */
export function SourceBadge({
  title,
  effective,
  onSwitch,
}: {
  /** Title of the field. */
  title: string
  effective: Effective
  onSwitch?: () => void
}) {
  const t = useTexts('product')
  const { lookup, words } = useProductPage()
  const [isTold, setTold] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
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
    <>
      <button
        ref={ref}
        type="button"
        className="product-source"
        data-source={source}
        aria-label={t('source.label', { title, source: t(`source.${source}`), tip })}
        aria-disabled={onSwitch === undefined}
        onClick={onSwitch}
        onMouseEnter={() => setTold(true)}
        onMouseLeave={() => setTold(false)}
        onFocus={() => setTold(true)}
        onBlur={() => setTold(false)}
      >
        <Icon name={icons[source]} size="small" />
        <span>{t(`source.${source}`)}</span>
      </button>
      {isTold && <Tooltip content={tip} getTrack={() => ref.current} onEscape={() => setTold(false)} />}
    </>
  )
}
