/**
 * A path whose end counts: where there is no room for all of it, the middle is cut, not its leaf; or the leaf stands
 * first, and what is above it is cut. Whole on hover.
 */
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

export function PathText({ text, isLeafFirst = false }: { text: string; isLeafFirst?: boolean }) {
  const parts = parted(text)
  if (!parts) return <span title={text}>{text}</span>
  const { above, leaf } = parts
  if (isLeafFirst)
    return (
      <span className="il-path il-path-leaf" title={text}>
        <span>{leaf}</span>
        <span> · {above}</span>
      </span>
    )
  return (
    <span className="il-path" title={text}>
      <span>{above}</span>
      <span>
        <span className="il-path-separator">{separator}</span>
        {leaf}
      </span>
    </span>
  )
}
