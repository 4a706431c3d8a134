/** What the keys do: `?` shows it. */
import { useEffect, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { isSomethingOpen, isTyping } from '../ui/edit-keys.ts'

export function Shortcuts() {
  const t = useTexts('frame')
  const ui = useTexts('ui')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || isTyping(event.target) || isSomethingOpen()) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  const save = ui('save.keys')
  const rows = [
    ['/', 'search'],
    [save.replace(/S$/, 'K'), 'everywhere'],
    [`\u2191 \u2193 ${ui('keys.enter')}`, 'rows'],
    ['E', 'edit'],
    [save, 'save'],
    [ui('keys.escape'), 'leave'],
    ['?', 'help'],
  ] as const
  return (
    <Dialog
      size="small"
      header={t('shortcuts.title')}
      closeAriaLabel={t('close')}
      onDismiss={() => setOpen(false)}
    >
      <dl className="il-shortcuts">
        {rows.map(([keys, what]) => (
          <div key={what}>
            <dt>
              <kbd className="il-kbd il-kbd-plain">{keys}</kbd>
            </dt>
            <dd>{t(`shortcuts.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
