import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import { Link } from 'react-router-dom'
import { useSession } from '../../api/session.tsx'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'

/** The root for people who may not open the product list, and what an unknown address shows. */
export function HomeScreen({ isUnknown = false }: { isUnknown?: boolean }) {
  const t = useTexts('home')
  const { account } = useSession()
  return (
    <Page title={t(isUnknown ? 'unknown.title' : 'title')}>
      <Container>
        <Box variant="p">{isUnknown ? t('unknown.text') : t('text', { name: account?.fullname ?? '' })}</Box>
        {isUnknown && <Link to="/">{t('unknown.back')}</Link>}
      </Container>
    </Page>
  )
}
