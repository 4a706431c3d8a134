/** Makes a confirmation: of which kind, for which lists and company, in which language. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import RadioGroup from '@cloudscape-design/components/radio-group'
import Select from '@cloudscape-design/components/select'
import { useRef, useState } from 'react'
import { createlistingconfirmation } from '../../../../shared/calls/bml/product/createlistingconfirmation.ts'
import { type Locale, locales } from '../../../../shared/constants.ts'
import type { Issue } from '../../../../shared/errors.ts'
import {
  type Confirmation,
  type ConfirmationType,
  confirmationTypes,
} from '../../../../shared/model/confirmation.ts'
import { isApiError } from '../../../api/api-error.ts'
import { useSend } from '../../../api/use-call.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useLanguageName } from '../../../ui/localized.tsx'
import { byLabel, type SelectOption } from '../../../ui/select-options.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { useProductPage } from '../page-context.ts'
import { type Problem, Problems } from './problems.tsx'
import { useOffered } from './use-offered.ts'

interface Props {
  /** The sent one that the new one is to take the place of. */
  replaced: Confirmation | undefined
  onMade(made: Confirmation): void
  onClose(): void
  /** A link leads to where something is mended. */
  onLeave(): void
}

/** What stands against it, where all of it can be mended elsewhere. */
const problemsIn = (error: unknown): Problem[] | undefined => {
  const issues = isApiError(error) ? (error.details.issues ?? []) : []
  const mended = issues.filter((one): one is Issue & Pick<Problem, 'key' | 'mend'> => one.mend !== undefined)
  return mended.length > 0 && mended.length === issues.length
    ? mended.map(({ key, expected, mend }) => ({ key, message: expected, mend }))
    : undefined
}

export function NewConfirmationDialog({ replaced, onMade, onClose, onLeave }: Props) {
  const t = useTexts('confirmations')
  const errorText = useErrorText()
  const languageName = useLanguageName()
  const { view, list, name, lookup } = useProductPage()
  const offered = useOffered()
  const before = replaced?.data
  const [type, setType] = useState<ConfirmationType>(before?.type ?? 'listing')
  const [lists, setLists] = useState<readonly string[]>(() => {
    const wanted = before?.listIds ?? [list]
    return offered.lists.map(({ value }) => value).filter((id) => wanted.includes(id))
  })
  const [company, setCompany] = useState(before?.companyId)
  const [language, setLanguage] = useState<Locale>(before?.language ?? lookup.locale)
  const [institution, setInstitution] = useState(before?.institutionId ?? offered.institution)
  const [error, setError] = useState<unknown>()
  const { send, isSending } = useSend(createlistingconfirmation, { quiet: true })
  // One key for what is asked for: again after a lost answer it makes one confirmation.
  const key = useRef(crypto.randomUUID())
  const companies = offered.companiesOf(lists, t('someCompany'))
  const chosen = companies.find(({ value }) => value === company) ?? companies[0]
  const languages = byLabel(
    locales.map((value) => ({ value, label: languageName(value) })),
    lookup.locale,
  )
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      key.current = crypto.randomUUID()
      setError(undefined)
    }
  }
  const make = async () => {
    if (!chosen || institution === undefined) return
    try {
      const order = {
        productId: view.id,
        listIds: [...lists],
        institutionId: institution,
        companyId: chosen.value,
        language,
        type,
        url: location.href,
        ...(replaced && { replaces: replaced.id }),
      }
      onMade(await send(order, { idempotencyKey: key.current }))
    } catch (cause) {
      setError(cause)
    }
  }
  const problems = problemsIn(error)
  const select = (
    label: string,
    options: SelectOption[],
    value: string | undefined,
    set: (id: string) => void,
  ) => (
    <FormField label={label}>
      <Select
        expandToViewport
        options={options}
        selectedOption={options.find((one) => one.value === value) ?? null}
        onChange={({ detail }) => change(set)(detail.selectedOption.value ?? '')}
      />
    </FormField>
  )
  return (
    <VerbDialog
      title={before ? t('replace.title', { number: before.number }) : t('new.title')}
      about={name}
      verb={t('new.verb')}
      isBusy={isSending}
      isBlocked={lists.length === 0 || !chosen || institution === undefined}
      onVerb={() => void make()}
      onClose={onClose}
    >
      {before && <p>{t('replace.text')}</p>}
      <FormField label={t('new.type')}>
        <RadioGroup
          value={type}
          items={confirmationTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={({ detail }) => change(setType)(detail.value as ConfirmationType)}
        />
      </FormField>
      <fieldset className="confirmation-lists">
        <legend>{t('new.lists')}</legend>
        {offered.lists.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={lists.includes(value)}
            onChange={({ detail }) =>
              change(setLists)(detail.checked ? [...lists, value] : lists.filter((one) => one !== value))
            }
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
      {select(t('new.company'), companies, chosen?.value, setCompany)}
      {companies.length === 0 && <FieldError text={t('new.noCompany')} />}
      {select(t('new.language'), languages, language, (value) => setLanguage(value as Locale))}
      {offered.institutions.length > 1 &&
        select(t('new.institution'), offered.institutions, institution, setInstitution)}
      {problems ? (
        <div role="alert">
          <Problems label={t('problems')} problems={problems} companies={{}} onFollow={onLeave} />
        </div>
      ) : (
        <FieldError text={error === undefined ? undefined : errorText(error)} />
      )}
    </VerbDialog>
  )
}
