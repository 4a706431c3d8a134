/** A dialog that does one thing: its verb is the button, or Enter in a line that one types in; and there is a way out. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import type { ModalProps } from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
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

/** One line of text, where Enter has no other meaning: it chooses in a list that is offered, and looks for what one seeks. */
const line = 'input:not([type="checkbox"], [type="radio"], [type="search"], [role="combobox"])'

export function VerbDialog(props: VerbDialogProps) {
  const ui = useTexts('ui')
  const latest = useRef(props)
  latest.current = props
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, nativeEvent } = event
    if (event.key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing) return
    // Not of a list or dialog that is drawn elsewhere on the page.
    if (!(target instanceof HTMLInputElement) || !target.matches(line) || !currentTarget.contains(target))
      return
    event.preventDefault()
    // Once the field has taken what was typed.
    queueMicrotask(() => {
      const { isBusy, isBlocked, onVerb } = latest.current
      if (!isBusy && !isBlocked) onVerb()
    })
  }
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key of the fields inside */}
      <div onKeyDown={onKey}>
        <SpaceBetween size="m">
          {props.about && <Box color="text-body-secondary">{props.about}</Box>}
          {props.children}
        </SpaceBetween>
      </div>
    </Dialog>
  )
}
