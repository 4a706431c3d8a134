/** A dialog that does one thing: its verb is the button, and there is a way out. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import type { ModalProps } from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts.ts'
import { Dialog } from './dialog.tsx'

interface VerbDialogProps {
  title: string
  verb: string
  size?: ModalProps.Size
  /** It is under way; pressing again does nothing. */
  isBusy?: boolean
  /** There is nothing to do yet, or what was entered is not right. */
  isBlocked?: boolean
  /** It takes something away: never the filled button. */
  isDangerous?: boolean
  /** What it is about: the product, the list. */
  about?: string
  onVerb(): void
  onClose(): void
  children: ReactNode
}

export function VerbDialog(props: VerbDialogProps) {
  const ui = useTexts('ui')
  return (
    <Dialog
      size={props.size ?? 'medium'}
      header={props.title}
      onDismiss={props.onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={props.onClose}>
              {ui('cancel')}
            </Button>
            <Button
              variant={props.isDangerous ? 'normal' : 'primary'}
              loading={props.isBusy === true}
              disabled={props.isBlocked === true}
              onClick={props.onVerb}
            >
              {props.verb}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {props.about && <Box color="text-body-secondary">{props.about}</Box>}
        {props.children}
      </SpaceBetween>
    </Dialog>
  )
}
