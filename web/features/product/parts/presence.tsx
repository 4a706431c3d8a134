import { usePresence } from '../../../api/use-presence.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { useProductPage } from '../page-context.ts'

/** Names that fit beside the title; the others are counted, and told on hover. */
const shownNames = 2

/** Who else has the product open, and first who is changing it. */
export function PresenceBadges({ isAsked }: { isAsked: boolean }) {
  const t = useTexts('product')
  const { tag } = useLocale()
  const { view, editor } = useProductPage()
  const unsaved = useEdited(editor, ({ changes }) => changes > 0)
  const present = usePresence(view.id, isAsked, unsaved)
  const listed = (names: readonly string[]) => new Intl.ListFormat(tag, { type: 'conjunction' }).format(names)
  const shortOf = (names: readonly string[]) =>
    names.length > shownNames + 1
      ? listed([...names.slice(0, shownNames), t('presence.more', { count: names.length - shownNames })])
      : listed(names)
  const badges = (['editing', 'viewing'] as const).map((what) => {
    const names = present.filter((one) => one.unsaved === (what === 'editing')).map((one) => one.name)
    if (names.length === 0) return null
    const say = (text: string) => t(`presence.${what}`, { names: text, count: names.length })
    return (
      <StateBadge key={what} tone={what === 'editing' ? 'warning' : 'info'} title={say(listed(names))}>
        {say(shortOf(names))}
      </StateBadge>
    )
  })
  // Its place is there before anybody is: who comes and goes moves nothing.
  return <span className="product-presence">{badges}</span>
}
