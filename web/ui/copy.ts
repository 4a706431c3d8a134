/** Puts a text into the clipboard, also one that is still on its way. */

/**
 * Safari writes only while the click lasts: there the text is promised to the clipboard at once. Rejects where the browser
 * refuses, and with the reason for which there is no text.
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string' || typeof ClipboardItem === 'undefined')
    return navigator.clipboard.writeText(await text)
  const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).catch(async () => {
    // Firefox takes no promises; and whoever has no text says why.
    await navigator.clipboard.writeText(await text)
  })
}
