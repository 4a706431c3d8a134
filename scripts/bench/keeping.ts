import type { PdfMaker } from '../../functions/ports/pdf-maker.ts'

/** Keeps the last page that was printed. */
export function keeping(pdf: PdfMaker) {
  let last: Parameters<PdfMaker['print']> | undefined
  const kept: PdfMaker = {
    print: (...page) => {
      last = page
      return pdf.print(...page)
    },
  }
  return { pdf: kept, last: () => last }
}
