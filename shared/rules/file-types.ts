/** Types of files: what is given out as what it says it is, and what can be shown as an image. */

/** Types that a browser shows without running anything of them. */
const harmless: ReadonlySet<string> = new Set([
  'application/json',
  'application/msword',
  'application/pdf',
  'application/rtf',
  'application/vnd.ms-excel',
  'application/vnd.ms-outlook',
  'application/vnd.ms-powerpoint',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/zip',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'message/rfc822',
  'text/csv',
  'text/plain',
])

/**
 * The type under which a file is kept and given out. HTML, SVG, XML, scripts and whatever else nobody has thought of
 * lose theirs, so that no browser runs them, whatever address it gets them from.
 */
export function servedType(contentType: string): string {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  return harmless.has(type) ? type : 'application/octet-stream'
}

/** Can a page show the file as a picture? By its name, as rows of documents hold no type. */
export const isPicture = (fileName: string): boolean => /\.(avif|bmp|gif|jpe?g|png|webp)$/i.test(fileName)
