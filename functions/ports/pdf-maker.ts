/** Texts, not HTML. They stand in the margins of each page. */
export interface PdfOptions {
  header?: string
  footer?: string
  /** "2 / 7" at the bottom, or beside the header, where something is printed to the lower edge. */
  pageNumbers?: boolean | 'top'
  landscape?: boolean
  /** Largest PDF, 32 MiB without it. */
  maxBytes?: number
}
/**
 * Prints an HTML page as PDF, A4. The page is on its own: its scripts do not run, and it reaches nothing, neither the
 * network nor files; images and fonts come inside as `data:`. Text is set in Open Sans.
 * Errors: `too_large` beyond `maxBytes`; a page that takes longer than the time limit fails.
 */
export interface PdfMaker {
  print(html: string, options?: PdfOptions): Promise<Uint8Array>
}
