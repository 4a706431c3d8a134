import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { Suspense } from 'react'
import { useSession } from '../../api/session.tsx'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { NotFoundState } from '../../ui/error-state.tsx'
import { latePart } from '../../ui/late-part.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'

const CompanyInvoices = latePart(() =>
  import('../../frame/company-invoices.tsx').then((m) => m.CompanyInvoices),
)

/** The root for people who may not open the product list, and what an unknown address shows. */
export function HomeScreen({ isUnknown = false }: { isUnknown?: boolean }) {
  const t = useTexts('home')
  const { account, actor } = useSession()
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
        <SpaceBetween size="l">
          <Container>
            <Box variant="p">{t('text', { name: account?.fullname ?? '' })}</Box>
          </Container>
          {actor?.companyLink && (
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <CompanyInvoices companyId={actor.companyLink} />
            </Suspense>
          )}
        </SpaceBetween>
      )}
    </Page>
  )
}
