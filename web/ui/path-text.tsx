/** A path whose end counts: where there is no room for all of it, the middle is cut, not its leaf. Whole on hover. */
const separator = ' / '

export function PathText({ text }: { text: string }) {
  const at = text.lastIndexOf(separator)
  if (at < 0) return <span title={text}>{text}</span>
  return (
    <span className="il-path" title={text}>
      <span>{text.slice(0, at)}</span>
      <span>
        <span className="il-path-separator">{separator}</span>
        {text.slice(at + separator.length)}
      </span>
    </span>
  )
}
