import Box from '@cloudscape-design/components/box'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'

/** A part of a drawer, under its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Box variant="h3" padding={{ bottom: 'xs' }}>
        {title}
      </Box>
      <SpaceBetween size="m">{children}</SpaceBetween>
    </section>
  )
}
