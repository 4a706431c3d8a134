/** Several values in one line: the first ones, and how many more there are, which tells them on hover and focus. */
import { labelled } from '../texts/texts.ts'
import { TipButton } from './tip-button.tsx'

/** Letters of the values that are shown before they become a number. */
const letters = 30
const between = ', '

/** How many of the values are shown: one at least. */
function shownOf(values: readonly string[]): number {
  let length = 0
  const tooMany = values.findIndex((value, at) => {
    length += value.length + (at > 0 ? between.length : 0)
    return at > 0 && length > letters
  })
  return tooMany < 0 ? values.length : tooMany
}
const moreThan = (shown: number, values: readonly string[]) => `+${values.length - shown}`

/** As it stands in a line, to measure. */
export function manyText(values: readonly string[]): string {
  const shown = shownOf(values)
  const first = values.slice(0, shown).join(between)
  return shown < values.length ? `${first} ${moreThan(shown, values)}` : first
}

export function ManyText({ values }: { values: readonly string[] }) {
  const shown = shownOf(values)
  const first = values.slice(0, shown).join(between)
  if (shown === values.length) return <span title={first}>{first}</span>
  const others = values.slice(shown).join(between)
  const more = moreThan(shown, values)
  return (
    <span className="il-many">
      <span title={first}>{first}</span>
      <TipButton tip={others} className="il-many-more" aria-label={labelled(more, others)}>
        {more}
      </TipButton>
    </span>
  )
}
