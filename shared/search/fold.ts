/**
 * How text is compared in searches: lower case, without diacritics, transliterated to Latin letters where a table
 * of this file knows how. Both sides of every comparison go through `fold`, so it must be idempotent.
 */

/** Letters that normalisation (NFKD) leaves as they are. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ſ: 's',
  ƒ: 'f',
  ə: 'a',
  // Punctuation that keyboards and word processors vary.
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '⁄': '/',
  '×': 'x',
  '‘': "'",
  '’': "'",
  '‚': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
}
const spell = (alphabet: string, latin: string) => {
  const to = latin.split(' ')
  ;[...alphabet].forEach((letter, i) => {
    letters[letter] = to[i] ?? ''
  })
}
// й, ё, ї, ў and accented Greek letters come apart by normalisation before this table is asked.
spell(
  'абвгґдеєжзиіклмнопрстуфхцчшщъыьэюяђјљњћџ',
  'a b v g g d e ye zh z i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya dj j lj nj c dz',
)
spell('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o')

const isPlain = /^[\x20-\x7e]*$/
const marks = /[\p{M}\p{Cf}™®©]+/gu
const others = /[^\x20-\x7e\s]/gu

/** Lower case, no diacritics, Latin where possible, white space collapsed and trimmed. */
export function fold(text: string): string {
  const plain = isPlain.test(text)
    ? text.toLowerCase()
    : text
        .replace(marks, '')
        .normalize('NFKD')
        .toLowerCase()
        .normalize('NFKD')
        .replace(marks, '')
        .replace(others, (c) => letters[c] ?? c)
  return plain.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** The words of a text, folded: runs of letters and digits. */
export const words = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A name as the name search compares it: folded, everything but letters and digits a single space. */
export const nameKey = (text: string): string => words(text).join(' ')

/** Characters by which texts and keywords are sorted: a cursor carries them. */
export const sortLength = 120

/** Edits that a word may differ by in a fuzzy comparison. */
export const fuzzyDistance = (word: string): 1 | 2 => ([...word].length <= 5 ? 1 : 2)

/**
 * Are the words at most `limit` edits apart? An edit inserts, removes or replaces a letter, or swaps two neighbours
 * (each letter takes part in one swap at most).
 */
export function isWithin(a: string, b: string, limit: number): boolean {
  if (a === b) return true
  const n = a.length
  const m = b.length
  if (Math.abs(n - m) > limit) return false
  let before: number[] = []
  let last = Array.from({ length: m + 1 }, (_, j) => j)
  for (let i = 1; i <= n; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= m; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let d = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      )
        d = Math.min(d, before[j - 2]! + 1)
      row.push(d)
      if (d < least) least = d
    }
    // A swap reaches back two rows, so only two hopeless rows in a row end it early.
    if (least > limit && Math.min(...last) > limit) return false
    before = last
    last = row
  }
  return last[m]! <= limit
}
