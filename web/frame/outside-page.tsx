/** What stands around pages that need no sign-in, and those that have to do with signing in and out. */
import Box from '@cloudscape-design/components/box'
import Select from '@cloudscape-design/components/select'
import { type ReactNode, useEffect } from 'react'
import { locales } from '../../shared/constants.ts'
import type { RuntimeConfig } from '../../shared/model/runtime-config.ts'
import { changeLocale, isLocale, languageTag, useLocale, useTexts } from '../texts/texts.ts'
import { today } from '../ui/date-text.ts'
import { ownLanguageName } from '../ui/localized.tsx'
import { Logo } from './logo.tsx'
import './outside-page.css'

interface Props {
  config: RuntimeConfig
  title: string
  /** For a table beside its facts. */
  isWide?: boolean
  children: ReactNode
}
export function OutsidePage(props: Props) {
  const t = useTexts('sign-in')
  const { locale } = useLocale()
  useEffect(() => {
    document.title = `${props.title} · Inputlist`
  }, [props.title])
  const options = locales.map((value) => ({ value, label: ownLanguageName(value), lang: languageTag(value) }))
  return (
    <div className="il-outside" data-wide={props.isWide || undefined}>
      <main>
        <div className="il-outside-head">
          <Logo size={40} />
          <div>
            <h1>Inputlist</h1>
            <p>{t('subtitle')}</p>
          </div>
        </div>
        {props.children}
      </main>
      <footer>
        <div className="il-outside-language">
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
