/** Two people changed the same fields: asks field by field which value holds. Nothing is chosen beforehand. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Tiles from '@cloudscape-design/components/tiles'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import type { Choice, Choices } from './save-draft.ts'
import './conflict-dialog.css'
import { Dialog } from './dialog.tsx'

/** A conflict in words: the values as people read them; blank for no value. */
interface ShownConflict {
  path: string
  title: string
  before: ReactNode
  mine: ReactNode
  theirs: ReactNode
}
interface ConflictDialogProps {
  conflicts: readonly ShownConflict[]
  /** Who saved the other values, where it is known. */
  by: string | undefined
  /** By path; called once every conflict has been decided. */
  onResolve(choices: Choices): void
  /** Back to the form; nothing was saved and nothing typed is lost. */
  onCancel(): void
}

export function ConflictDialog({ conflicts, by, onResolve, onCancel }: ConflictDialogProps) {
  const ui = useTexts('ui')
  const [choices, setChoices] = useState<Choices>({})
  const left = conflicts.filter((c) => choices[c.path] === undefined).length
  const all = (choice: Choice) => setChoices(Object.fromEntries(conflicts.map((c) => [c.path, choice])))
  const shown = (value: ReactNode) =>
    value === '' || value === undefined || value === null ? (
      <Box color="text-status-inactive">{ui('conflict.empty')}</Box>
    ) : (
      value
    )
  return (
    <Dialog
      size="large"
      header={ui('conflict.title')}
      onDismiss={onCancel}
      footer={
        <div className="il-conflict-foot">
          <span role="status">{left > 0 && ui('conflict.open', { count: left })}</span>
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onCancel}>
              {ui('conflict.back')}
            </Button>
            <Button variant="primary" disabled={left > 0} onClick={() => onResolve(choices)}>
              {ui('conflict.apply')}
            </Button>
          </SpaceBetween>
        </div>
      }
    >
      <SpaceBetween size="l">
        <Box>{ui('conflict.text', { count: conflicts.length, name: by ?? ui('conflict.someone') })}</Box>
        {conflicts.length > 1 && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={() => all('theirs')}>{ui('conflict.allTheirs')}</Button>
            <Button onClick={() => all('mine')}>{ui('conflict.allMine')}</Button>
          </SpaceBetween>
        )}
        {conflicts.map((conflict) => (
          <FormField
            key={conflict.path}
            label={conflict.title}
            stretch
            description={
              <>
                {ui('conflict.before')}: {conflict.before || ui('conflict.empty')}
              </>
            }
          >
            <Tiles
              columns={2}
              ariaLabel={conflict.title}
              value={choices[conflict.path] ?? null}
              items={[
                { value: 'theirs', label: ui('conflict.theirs'), description: shown(conflict.theirs) },
                { value: 'mine', label: ui('conflict.mine'), description: shown(conflict.mine) },
              ]}
              onChange={({ detail }) =>
                setChoices((now) => ({ ...now, [conflict.path]: detail.value as Choice }))
              }
            />
          </FormField>
        ))}
      </SpaceBetween>
    </Dialog>
  )
}
