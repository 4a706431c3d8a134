/**
 * A path whose end counts: where there is no room for all of it, the middle is cut, not its leaf; or the leaf stands
 * first, and what is above it is cut. Whole on hover.
 */
const separator = ' / '

export function PathText({ text, isLeafFirst = false }: { text: string; isLeafFirst?: boolean }) {
  const at = text.lastIndexOf(separator)
  if (at < 0) return <span title={text}>{text}</span>
  const above = text.slice(0, at)
  const leaf = text.slice(at + separator.length)
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
