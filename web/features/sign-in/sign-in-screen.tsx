import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { locales } from '../../../shared/constants.ts'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { useSession } from '../../api/session.tsx'
import { Logo } from '../../frame/logo.tsx'
import { changeLocale, isLocale, languageTag, useLocale, useTexts } from '../../texts/texts.ts'
import { ownLanguageName } from '../../ui/localized.tsx'
import { SignInForm } from './sign-in-form.tsx'
import './sign-in.css'

/** Only addresses of our own: a link must not lead a person who just signed in somewhere else. */
export const safeTarget = (to: string | null): string => (to && /^\/(?![/\\])/.test(to) ? to : '/')

const targetKey = 'inputlist.to'

export function SignInScreen({ config }: { config: RuntimeConfig }) {
  const t = useTexts('sign-in')
  const { locale } = useLocale()
  const { state, signOut } = useSession()
  const [params] = useSearchParams()
  useEffect(() => {
    document.title = `${t('title')} · Inputlist`
  }, [t])
  const to = params.get('to')
  useEffect(() => {
    // The hosted sign-in comes back without it.
    if (to && config.signIn.kind === 'redirect') sessionStorage.setItem(targetKey, to)
    return () => {
      if (state === 'signed-in') sessionStorage.removeItem(targetKey)
    }
  }, [to, config.signIn.kind, state])
  if (state === 'signed-in') {
    const target = safeTarget(to ?? sessionStorage.getItem(targetKey))
    return <Navigate to={target} replace />
  }
  const options = locales.map((value) => ({ value, label: ownLanguageName(value), lang: languageTag(value) }))
  return (
    <div className="il-sign-in">
      <main>
        <div className="il-sign-in-head">
          <Logo size={40} />
          <div>
            <h1>Inputlist</h1>
            <p>{t('subtitle')}</p>
          </div>
        </div>
        {state !== 'starting' && (
          <SpaceBetween size="m">
            <SignInForm config={config} />
            {state === 'no-account' && <Button onClick={() => void signOut()}>{t('other')}</Button>}
          </SpaceBetween>
        )}
      </main>
      <footer>
        <div className="il-sign-in-language">
          <Select
            ariaLabel={t('language')}
            options={options}
            selectedOption={options.find((o) => o.value === locale) ?? null}
            onChange={({ detail }) => {
              const chosen = detail.selectedOption.value
              if (isLocale(chosen)) void changeLocale(chosen)
            }}
          />
        </div>
        <Box color="text-body-secondary" fontSize="body-s">
          {t('footer', { year: new Date().getFullYear(), institute: config.institute ?? 'Inputlist' })}
        </Box>
      </footer>
    </div>
  )
}
