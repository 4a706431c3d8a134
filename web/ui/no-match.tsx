import Button from '@cloudscape-design/components/button'
import { useTexts } from '../texts/texts.ts'
import { EmptyState } from './error-state.tsx'
import { focusTableSearch } from './table-keys.ts'

/** There are entries, but none that fits what is searched for; `onClear` shows all of them again. */
export function NoMatch({ onClear }: { onClear?: (() => void) | undefined }) {
  const ui = useTexts('ui')
  return (
    <EmptyState
      title={ui('table.noMatch')}
      text={ui('table.noMatchText')}
      action={
        onClear && (
          <Button
            onClick={() => {
              // Before the button goes, with the focus.
              focusTableSearch()
              onClear()
            }}
          >
            {ui('table.clearFilter')}
          </Button>
        )
      }
    />
  )
}
