/**
 * The token is over. The page stays underneath with all that was typed; requests wait. Not dismissable: the way on is
 * to sign in again, right here.
 */

import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type ReactNode, useState } from 'react'
import { useSession } from '../api/session.tsx'
import { useTexts } from '../texts/texts.ts'
import { Dialog } from '../ui/dialog.tsx'

export function ExpiredDialog({ signInForm }: { signInForm: ReactNode }) {
  const { state } = useSession()
  return state === 'expired' ? <Expired signInForm={signInForm} /> : null
}

function Expired({ signInForm }: { signInForm: ReactNode }) {
  const t = useTexts('frame')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      className="il-fixed-dialog"
      header={t('expired.title')}
      onDismiss={() => undefined}
      footer={
        !isOpen && (
          <Box float="right">
            <Button variant="primary" onClick={() => setIsOpen(true)}>
              {t('expired.signIn')}
            </Button>
          </Box>
        )
      }
    >
      <SpaceBetween size="m">
        <div>{t('expired.text')}</div>
        {isOpen && signInForm}
      </SpaceBetween>
    </Dialog>
  )
}
