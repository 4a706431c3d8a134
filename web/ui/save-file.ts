/** Files that the browser makes by itself. */

/** A table as programs of tables read it. What is in its cells is harmless already (`harmlessCell`). */
export async function csvFile(rows: readonly (readonly string[])[], separator: string): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const text = stringify(rows as string[][], {
    delimiter: separator,
    record_delimiter: '\r\n',
    quoted_match: /[,;\t\r\n]/,
    // Programs of tables read it as UTF-8 by this alone.
    bom: true,
  })
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}

export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
