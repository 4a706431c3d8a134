/** Grey shapes where content will be, so that nothing jumps when it comes. */
import Container from '@cloudscape-design/components/container'
import Skeleton from '@cloudscape-design/components/skeleton'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useTexts } from '../texts/texts.ts'

const range = (length: number) => [...new Array(length).keys()]
const widths = ['60%', '85%', '45%', '70%', '55%', '80%']

/** Lines of text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <SpaceBetween size="xs">
      {range(lines).map((line) => (
        <Skeleton key={line} width={widths[line % widths.length] ?? '60%'} display="block" />
      ))}
    </SpaceBetween>
  )
}

/** A page of sections. */
export function PageSkeleton({ sections = 2 }: { sections?: number }) {
  const ui = useTexts('ui')
  return (
    <div role="status" aria-label={ui('loading')} data-skeleton="">
      <SpaceBetween size="l">
        {range(sections).map((section) => (
          <Container key={section}>
            <SkeletonLines lines={6} />
          </Container>
        ))}
      </SpaceBetween>
    </div>
  )
}
