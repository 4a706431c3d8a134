/**
 * Our texts compare by UTF-16 code units, Lucene's terms by UTF-8 bytes, which is the order of code points. They differ
 * from U+D800 on: letters outside the basic plane are two code units below U+E000, but a code point above U+FFFF. So
 * every code unit from U+D800 on becomes a code point of a private area, in the same order. Unit by unit: beginnings,
 * parts and edits of a text stay what they are, and half a pair, where a text was cut, stays half a pair.
 */
const odd = /[\ud800-\uffff]/
const oddUnits = /[\ud800-\uffff]/g
const written = /[\ue000-\ue7ff]|[\u{f0000}-\u{f1fff}]/gu
/** Surrogates, 2,048 of them, begin here; what stood here and above moves out of their way. */
const surrogates = 0xd800
const above = 0xe000
const moved = 0xf0000

export const toTerm = (text: string): string =>
  odd.test(text)
    ? text.replace(oddUnits, (c) => {
        const unit = c.charCodeAt(0)
        return unit < above
          ? String.fromCharCode(unit - surrogates + above)
          : String.fromCodePoint(unit - above + moved)
      })
    : text

export const fromTerm = (term: string): string =>
  odd.test(term)
    ? term.replace(written, (c) => {
        const point = c.codePointAt(0)!
        return String.fromCharCode(point < moved ? point - above + surrogates : point - moved + above)
      })
    : term
