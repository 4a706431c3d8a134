import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import { useSession } from '../../api/session.tsx'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { NotFoundState } from '../../ui/error-state.tsx'

/** The root for people who may not open the product list, and what an unknown address shows. */
export function HomeScreen({ isUnknown = false }: { isUnknown?: boolean }) {
  const t = useTexts('home')
  const { account } = useSession()
  return (
    <Page title={t(isUnknown ? 'unknown.title' : 'title')}>
      {isUnknown ? (
        <NotFoundState
          title={t('unknown.title')}
          text={t('unknown.text')}
          back={t('unknown.back')}
          href="/"
        />
      ) : (
        <Container>
          <Box variant="p">{t('text', { name: account?.fullname ?? '' })}</Box>
        </Container>
      )}
    </Page>
  )
}
