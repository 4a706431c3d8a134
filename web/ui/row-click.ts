/** What a click on a row of a table does. */

/** Selecting a piece of text, or clicking something in the row, does not open it. */
export function openingClick(): 'here' | 'new-tab' | undefined {
  const event = window.event as MouseEvent | undefined
  const target = event?.target as HTMLElement | null | undefined
  if (target?.closest('a,button,input,label,[role="button"]') || event?.shiftKey) return undefined
  if (event?.ctrlKey || event?.metaKey) return 'new-tab'
  return window.getSelection()?.toString() ? undefined : 'here'
}
export const openInNewTab = (href: string) => window.open(href, '_blank', 'noopener')
