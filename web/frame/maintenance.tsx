/** Replaces everything while the service is switched off; it looks by itself whether the service is back. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Spinner from '@cloudscape-design/components/spinner'
import { useEffect } from 'react'
import { connectionLost, useOnRestored } from '../api/connection.ts'
import { useTexts } from '../texts/texts.ts'
import { Logo } from './logo.tsx'

export function MaintenancePage({ onCheck }: { onCheck(): Promise<void> }) {
  const t = useTexts('frame')
  useEffect(() => {
    const timer = setInterval(() => void onCheck(), 15_000)
    return () => clearInterval(timer)
  }, [onCheck])
  return (
    <main className="il-alone">
      <SpaceBetween size="m" alignItems="center">
        <Logo />
        <Box variant="h1">{t('maintenance.title')}</Box>
        <Box color="text-body-secondary">{t('maintenance.text')}</Box>
        <Box color="text-body-secondary" fontSize="body-s">
          <Spinner /> {t('maintenance.waiting')}
        </Box>
      </SpaceBetween>
    </main>
  )
}

/** Instead of everything while not even the settings of the stage can be loaded. */
export function OfflinePage() {
  const t = useTexts('frame')
  useOnRestored(() => location.reload())
  useEffect(() => {
    connectionLost()
  }, [])
  return (
    <main className="il-alone">
      <SpaceBetween size="m" alignItems="center">
        <Logo />
        <Box variant="h1">{t('offline.title')}</Box>
        <Box color="text-body-secondary">{t('offline.text')}</Box>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('broken.reload')}
        </Button>
      </SpaceBetween>
    </main>
  )
}
