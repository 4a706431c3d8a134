/** Draws QR codes. */
export interface QrMaker {
  /** A drawing in SVG, as large as a scanner needs it on paper; the text has up to 2,900 letters of ASCII. */
  svg(text: string): string
}
