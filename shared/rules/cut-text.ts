/** The beginning of a text, of at most so many UTF-16 units, never with half a character at its end: half of one can be stored nowhere. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
