/** A path whose end counts: its leaf stands first, and what is above it is cut where there is no room for all. Whole on hover. */
const separator = ' / '
const parted = (path: string): { above: string; leaf: string } | undefined => {
  const at = path.lastIndexOf(separator)
  return at < 0 ? undefined : { above: path.slice(0, at), leaf: path.slice(at + separator.length) }
}

/** A path in one text that may be cut at its end: its leaf first. */
export function leafFirst(path: string): string {
  const parts = parted(path)
  return parts ? `${parts.leaf} · ${parts.above}` : path
}

/** What numbers the whole path belongs to its leaf: `1-3 Fertilisers / Substrates`. */
const numbered = /^(\d+(?:-\d+)*) (.*)$/s

/**
 * For rows of two lines: the leaf with the path's number, over both lines where it needs them, and what is above it in what is
 * left.
 */
export function LeafAndAbove({ text }: { text: string }) {
  const [, number, path = text] = numbered.exec(text) ?? []
  const { above, leaf } = parted(path) ?? { above: '', leaf: path }
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
      <span>{parts.leaf}</span>
      <span> · {parts.above}</span>
    </span>
  )
}
