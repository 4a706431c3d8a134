/** What stands around everything that has to do with signing in and out. */
import Box from '@cloudscape-design/components/box'
import Select from '@cloudscape-design/components/select'
import { type ReactNode, useEffect } from 'react'
import { locales } from '../../../shared/constants.ts'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { Logo } from '../../frame/logo.tsx'
import { changeLocale, isLocale, languageTag, useLocale, useTexts } from '../../texts/texts.ts'
import { ownLanguageName } from '../../ui/localized.tsx'
import './sign-in.css'
import { today } from '../../ui/date-text.ts'

export function SignInPage(props: { config: RuntimeConfig; title: string; children: ReactNode }) {
  const t = useTexts('sign-in')
  const { locale } = useLocale()
  useEffect(() => {
    document.title = `${props.title} · Inputlist`
  }, [props.title])
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
        {props.children}
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
          {t('footer', { year: today().year, institute: props.config.institute ?? 'Inputlist' })}
        </Box>
      </footer>
    </div>
  )
}
