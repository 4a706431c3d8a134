/**
 * Lucene makes an automaton of a part that is looked for, and gives up where that is too much work: where a long part
 * repeats its own beginning again and again (`aaa…`, above 300 letters). Such a part is looked for in pieces.
 */

/** Half of what Lucene takes, as `effort` counts it. */
const bearable = 25_000
/** No text of this length is too much. */
const pieceLength = 200

/** How many places of the part an automaton has to keep in mind, letter by letter: itself, and each beginning that it ends with. */
function effort(part: string): number {
  const border = [0]
  const kept = [1, 2]
  let sum = 2
  for (let i = 1; i < part.length; i++) {
    let length = border[i - 1]!
    while (length > 0 && part[i] !== part[length]) length = border[length - 1]!
    if (part[i] === part[length]) length++
    border.push(length)
    kept.push(1 + kept[length]!)
    sum += kept[i + 1]!
  }
  return sum
}

/** The part, or overlapping pieces of it: a text that has all of them can only lack the part if it repeats itself too. */
export function piecesOf(part: string): string[] {
  if (part.length <= pieceLength || effort(part) <= bearable) return [part]
  const pieces = new Set<string>()
  for (let at = 0; at < part.length - pieceLength; at += pieceLength / 2)
    pieces.add(part.slice(at, at + pieceLength))
  return [...pieces.add(part.slice(-pieceLength))]
}
