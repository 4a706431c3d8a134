/** A person's own settings, in the drawer. Saved together; the button works once something differs. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import Drawer from '@cloudscape-design/components/drawer'
import FormField from '@cloudscape-design/components/form-field'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import Multiselect from '@cloudscape-design/components/multiselect'
import RadioGroup from '@cloudscape-design/components/radio-group'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type Locale, locales, maxFieldLanguages } from '../../../shared/constants.ts'
import { type UserData, useSession } from '../../api/session.tsx'
import {
  type Appearance,
  setAppearance,
  setStill,
  storedAppearance,
  storedStill,
} from '../../frame/appearance.ts'
import { notify } from '../../frame/notify.ts'
import { isOfTabAlone, splitView } from '../../frame/start-view.ts'
import { useUnsavedGuard } from '../../frame/unsaved.tsx'
import { changeLocale, isLocale, languageTag, text, useLocale, useTexts } from '../../texts/texts.ts'
import { fieldLanguagesOf, ownLanguageName, useLanguageName } from '../../ui/localized.tsx'
import { Section } from '../../ui/section.tsx'
import { ColumnSetChoice } from './column-set-choice.tsx'

interface Draft {
  language: Locale
  fieldLanguages: Locale[]
  override: boolean
  mailsNotes: boolean
  mailsMessages: boolean
  email: string
  appearance: Appearance
  isStill: boolean
  /** Search parameters that the product list starts with: filter and sort, and columns. */
  productFilter: string
  productColumns: string
}
const draftOf = (userData: UserData, locale: Locale): Draft => ({
  language: userData.selectedUiLanguage ?? locale,
  fieldLanguages: fieldLanguagesOf(locale, userData.userLanguagesForMultiLangFields),
  override: userData.overrideMultiLangFieldsWithListData ?? false,
  mailsNotes: userData.sendNotificationMailsNotes ?? false,
  mailsMessages: userData.sendNotificationMailsMessages ?? false,
  email: userData.email ?? '',
  appearance: userData.appearance ?? storedAppearance(),
  isStill: storedStill(),
  productFilter: userData.defaultProductFilter ?? '',
  productColumns: userData.defaultProductColumns ?? '',
})
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export function SettingsPanel() {
  const t = useTexts('settings')
  const { userData, updateSettings } = useSession()
  const { locale } = useLocale()
  const saved = draftOf(userData, locale)
  const [change, setChange] = useState<Partial<Draft>>({})
  const [isSaving, setIsSaving] = useState(false)
  const draft = { ...saved, ...change }
  const hasChanges = JSON.stringify(draft) !== JSON.stringify(saved)
  const emailProblem = draft.email !== '' && !isEmail(draft.email) ? t('email.wrong') : undefined
  const emailInput = useRef<InputProps.Ref>(null)
  const set = (next: Partial<Draft>) => setChange((now) => ({ ...now, ...next }))

  const save = async () => {
    setIsSaving(true)
    try {
      await updateSettings({
        selectedUiLanguage: draft.language,
        userLanguagesForMultiLangFields: draft.fieldLanguages,
        overrideMultiLangFieldsWithListData: draft.override,
        sendNotificationMailsNotes: draft.mailsNotes,
        sendNotificationMailsMessages: draft.mailsMessages,
        appearance: draft.appearance,
        defaultProductFilter: draft.productFilter,
        defaultProductColumns: draft.productColumns,
        email: draft.email === '' ? undefined : draft.email,
      })
      setStill(draft.isStill)
      setAppearance(draft.appearance)
      await changeLocale(draft.language)
      setChange({})
      // In the language that has just been chosen.
      notify.success({ id: 'settings', text: text('settings', 'saved') })
      return true
    } catch {
      // The error dialog tells why; what was chosen stays.
      return false
    } finally {
      setIsSaving(false)
    }
  }
  useUnsavedGuard({
    hasChanges,
    save,
    isBlocked: () => emailProblem !== undefined,
    fix: () => emailInput.current?.focus(),
    discard: () => setChange({}),
    // The panel is a drawer: closing it, or opening another one, leaves it.
    leaves: (_, to) => to.searchParams.get('drawer') !== 'settings',
  })

  return (
    <Drawer
      header={<h2>{t('title')}</h2>}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            {/* Without changes they can still be focused, and say why: whoever has just saved stays where they are. */}
            <Button
              disabled={!hasChanges || isSaving}
              disabledReason={t('unchanged')}
              onClick={() => setChange({})}
            >
              {t('discard')}
            </Button>
            <Button
              variant="primary"
              disabled={!hasChanges || emailProblem !== undefined}
              disabledReason={emailProblem ?? t('unchanged')}
              loading={isSaving}
              onClick={() => void save()}
            >
              {t('save')}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="xl">
        <Section title={t('languages')}>
          <Languages draft={draft} set={set} />
        </Section>
        <Section title={t('start.title')}>
          <StartView draft={draft} set={set} />
        </Section>
        <Section title={t('look')}>
          <FormField label={t('appearance.label')}>
            <RadioGroup
              value={draft.appearance}
              items={(['system', 'light', 'dark'] as const).map((value) => ({
                value,
                label: t(`appearance.${value}`),
              }))}
              onChange={({ detail }) => set({ appearance: detail.value as Appearance })}
            />
          </FormField>
          <Checkbox
            checked={draft.isStill}
            description={t('still.text')}
            onChange={({ detail }) => set({ isStill: detail.checked })}
          >
            {t('still.label')}
          </Checkbox>
        </Section>
        <Section title={t('mails')}>
          <Checkbox checked={draft.mailsNotes} onChange={({ detail }) => set({ mailsNotes: detail.checked })}>
            {t('mailsNotes')}
          </Checkbox>
          <Checkbox
            checked={draft.mailsMessages}
            onChange={({ detail }) => set({ mailsMessages: detail.checked })}
          >
            {t('mailsMessages')}
          </Checkbox>
          <FormField
            label={t('email.label')}
            description={t('email.text')}
            errorText={emailProblem}
            warningText={
              draft.email === '' && (draft.mailsNotes || draft.mailsMessages) ? t('email.missing') : undefined
            }
          >
            <Input
              ref={emailInput}
              type="email"
              value={draft.email}
              onChange={({ detail }) => set({ email: detail.value })}
            />
          </FormField>
        </Section>
      </SpaceBetween>
    </Drawer>
  )
}

function Languages({ draft, set }: { draft: Draft; set(change: Partial<Draft>): void }) {
  const t = useTexts('settings')
  const nameOf = useLanguageName()
  const options = locales.map((value) => ({ value, label: nameOf(value) }))
  const ownOptions = locales.map((value) => ({
    value,
    label: ownLanguageName(value),
    lang: languageTag(value),
    ...(ownLanguageName(value) === nameOf(value) ? {} : { description: nameOf(value) }),
  }))
  const isFull = draft.fieldLanguages.length >= maxFieldLanguages
  return (
    <SpaceBetween size="m">
      <FormField label={t('language')}>
        <Select
          options={ownOptions}
          selectedOption={ownOptions.find((o) => o.value === draft.language) ?? null}
          onChange={({ detail }) => {
            const chosen = detail.selectedOption.value
            if (isLocale(chosen)) set({ language: chosen })
          }}
        />
      </FormField>
      <FormField
        label={t('fieldLanguages.label')}
        description={t('fieldLanguages.text', { count: maxFieldLanguages })}
      >
        <Multiselect
          placeholder={t('fieldLanguages.placeholder')}
          options={options.map((o) => ({
            ...o,
            disabled: isFull && !draft.fieldLanguages.includes(o.value),
          }))}
          selectedOptions={draft.fieldLanguages.map((l) => options.find((o) => o.value === l)!)}
          onChange={({ detail }) => {
            const chosen = detail.selectedOptions.map((o) => o.value).filter(isLocale)
            if (chosen.length <= maxFieldLanguages) set({ fieldLanguages: chosen })
          }}
        />
      </FormField>
      <Checkbox
        checked={draft.override}
        description={t('override.text')}
        onChange={({ detail }) => set({ override: detail.checked })}
      >
        {t('override.label')}
      </Checkbox>
    </SpaceBetween>
  )
}

/** What the product list shows when it is opened: a view is taken over from the list as it stands. */
function StartView({ draft, set }: { draft: Draft; set(change: Partial<Draft>): void }) {
  const t = useTexts('settings')
  const { pathname, search } = useLocation()
  const shown = splitView(search)
  const isList = pathname === '/'
  const line = (key: 'productFilter' | 'productColumns', now: string) => (
    <FormField
      label={t(`start.${key}`)}
      description={t(draft[key] === '' ? `start.none.${key}` : 'start.set')}
    >
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          disabled={!isList || now === '' || now === draft[key] || isOfTabAlone(now)}
          {...(isList && isOfTabAlone(now) && { disabledReason: t('start.ofTabAlone') })}
          onClick={() => set({ [key]: now })}
        >
          {t('start.take')}
        </Button>
        <Button disabled={draft[key] === ''} onClick={() => set({ [key]: '' })}>
          {t('start.clear')}
        </Button>
      </SpaceBetween>
    </FormField>
  )
  return (
    <SpaceBetween size="m">
      {line('productFilter', shown.filter)}
      <ColumnSetChoice value={draft.productColumns} onChange={(productColumns) => set({ productColumns })} />
      {line('productColumns', shown.columns)}
    </SpaceBetween>
  )
}
