/** Logos of lists by their key (`pdfLogo`), as drawings: what is printed reaches no file and no address. */
const drawn = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img">${content}</svg>`

export const logos: Readonly<Record<string, string>> = {
  leaf: drawn(
    '<path d="M8 56C6 26 24 8 58 6c0 32-14 50-40 46" fill="#1a7f37"/><path d="M8 58C18 40 30 28 46 18" fill="none" stroke="#fff" stroke-width="3"/>',
  ),
  seal: drawn(
    '<circle cx="32" cy="32" r="29" fill="none" stroke="#1a5276" stroke-width="4"/><path d="M19 33l9 9 18-20" fill="none" stroke="#1a5276" stroke-width="5"/>',
  ),
}
