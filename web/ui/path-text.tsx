/** A path whose end counts: its leaf stands first, and what is above it is cut where there is no room for all. Whole on hover. */
const separator = ' / '
/** What numbers the whole path belongs to its leaf: `1-3 Fertilisers / Substrates`. */
const numbered = /^(\d+(?:-\d+)*) (.*)$/s
const parted = (text: string): { above: string; leaf: string; number?: string } | undefined => {
  const [, number, path = text] = numbered.exec(text) ?? []
  const at = path.lastIndexOf(separator)
  if (at < 0) return undefined
  const above = path.slice(0, at)
  return { above, leaf: path.slice(at + separator.length), ...(number !== undefined && { number }) }
}
/** Together, however little room there is. */
const withNumber = ({ leaf, number }: { leaf: string; number?: string }) =>
  number === undefined ? leaf : `${number}\u00a0${leaf}`

/** A path in one text that may be cut at its end: its leaf first. */
export function leafFirst(path: string): string {
  const parts = parted(path)
  return parts ? `${withNumber(parts)} · ${parts.above}` : path
}

/**
 * For rows of two lines: the leaf with the path's number, over both lines where it needs them, and what is above it in what is
 * left.
 */
export function LeafAndAbove({ text }: { text: string }) {
  const [, alone, rest = text] = numbered.exec(text) ?? []
  const { above, leaf, number } = parted(text) ?? { above: '', leaf: rest, number: alone }
  // Together: a long word that does not fit beside its number would leave it a line of its own.
  return (
    <span className="il-leaf" title={text}>
      <span>
        {number !== undefined && (
          <>
            <span className="il-leaf-number">{number}</span>
            {'\u00a0'}
          </>
        )}
        {leaf}
      </span>
      {above && <span className="il-leaf-above">{above}</span>}
    </span>
  )
}

/** The leaf, and behind it what is above it, which is cut first. */
export function PathText({ text }: { text: string }) {
  const parts = parted(text)
  if (!parts) return <span title={text}>{text}</span>
  return (
    <span className="il-path" title={text}>
      <span>{withNumber(parts)}</span>
      <span> · {parts.above}</span>
    </span>
  )
}
