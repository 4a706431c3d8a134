/** A text that a program would take for a formula, or for the end of its cell (OWASP, “CSV injection”). */
const looksLikeFormula = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * The same inside of a text, for a program that reads the file with another separator than its own: marks of a cell that begin in
 * the middle of what it takes for one hold nothing together.
 */
const wouldBeFormula = /([,;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g

/** The text as it stands in a file for programs of tables. */
export const harmlessCell = (text: string): string => {
  const inside = text.replace(wouldBeFormula, "$1'")
  return looksLikeFormula.test(inside) ? `'${inside}` : inside
}
