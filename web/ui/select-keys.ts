import { useEffect } from 'react'

/**
 * A closed list of Cloudscape takes each letter as a search, also that of Ctrl S: saving there would choose another
 * value and store it. Keys with Ctrl, Command or Alt go past the lists, to the page and the browser.
 */
export function useKeysPastLists(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey || event.altKey) || event.key.length !== 1) return
      if (!(event.target instanceof HTMLElement) || !event.target.closest('[aria-haspopup="listbox"]')) return
      event.stopPropagation()
      const again = new KeyboardEvent('keydown', {
        key: event.key,
        code: event.code,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        shiftKey: event.shiftKey,
        repeat: event.repeat,
        cancelable: true,
      })
      if (!document.dispatchEvent(again)) event.preventDefault()
    }
    // On the way down, and at the window: the page's own keys listen at the document.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
}
