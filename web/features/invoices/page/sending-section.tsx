/** Whom the invoice is mailed to beside its company, and what is said with it: written of a draft, read of what was sent. */
import Container from '@cloudscape-design/components/container'
import FormField from '@cloudscape-design/components/form-field'
import Header from '@cloudscape-design/components/header'
import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import { useState } from 'react'
import type { Localized } from '../../../../shared/model/basics.ts'
import { useEdited, useIssue } from '../../../ui/entity-editor.ts'
import { Facts } from '../../../ui/facts.tsx'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { setAt } from '../../../ui/json-at.ts'
import { LocalizedInput, useTitle } from '../../../ui/localized.tsx'
import type { InvoiceContext } from './custom-entries.tsx'

const addressesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

export function SendingSection(props: InvoiceContext) {
  const { editor, words, isEditable } = props
  const { t } = words
  const title = useTitle()
  const data = useEdited(editor, ({ draft }) => draft)
  const { sealed } = data
  const type = (key: string, value: unknown) => editor.change((draft) => setAt(draft, [key], value))
  const header = <Header variant="h2">{t('sending')}</Header>
  if (!isEditable) {
    const text = (own: string | undefined, of: Localized | undefined) =>
      own ?? (of && Object.keys(of).length > 0 ? title(of) : '')
    const facts = [
      [t('field.cc'), (data.cc ?? []).join(', ')],
      [t('field.ourSign'), sealed?.ourSign ?? (data.ourSign ? words.ourSign(data.ourSign) : '')],
      [t('field.periodDescription'), text(sealed?.period, data.periodDescription)],
      [t('field.emailText'), text(sealed?.mail, data.emailText)],
      [t('field.text'), sealed?.text ?? ''],
    ] as const
    const filled = facts.filter(([, value]) => value !== '')
    if (filled.length === 0) return null
    return (
      <Container header={header}>
        <div className="invoices-said">
          <Facts facts={filled} />
        </div>
      </Container>
    )
  }
  const none = { value: '', label: t('none') }
  const signs = [none, ...words.ourSigns]
  const chosen = data.ourSign ?? ''
  return (
    <Container header={header}>
      <div className="invoices-form">
        <CcField {...props} />
        <FormField label={t('field.ourSign')} stretch>
          <Select
            options={signs}
            selectedOption={
              signs.find(({ value }) => value === chosen) ?? { value: chosen, label: words.ourSign(chosen) }
            }
            expandToViewport
            onChange={({ detail }) => type('ourSign', detail.selectedOption.value || undefined)}
          />
        </FormField>
        {(['periodDescription', 'emailText'] as const).map((key) => (
          <FormField key={key} label={t(`field.${key}`)} description={t(`hint.${key}`)} stretch>
            <LocalizedInput
              isMultiline={key === 'emailText'}
              ariaLabel={t(`field.${key}`)}
              value={data[key]}
              onChange={(next) => type(key, Object.keys(next).length > 0 ? next : undefined)}
            />
          </FormField>
        ))}
      </div>
    </Container>
  )
}

/** Addresses as they are typed, with commas or spaces between. */
function CcField({ editor, words }: InvoiceContext) {
  const { t } = words
  const cc = useEdited(editor, ({ draft }) => draft.cc)
  const issue = useIssue(editor, '/cc')
  const { place, control } = useFieldPlace('/cc')
  const [typed, setTyped] = useState<string>()
  const isCurrent = typed !== undefined && addressesIn(typed).join() === cc.join()
  return (
    <div ref={place}>
      <FormField
        stretch
        label={t('field.cc')}
        description={t('hint.cc')}
        errorText={issue && t('issue.email')}
      >
        <Input
          ref={control}
          inputMode="email"
          value={isCurrent ? typed : cc.join(', ')}
          invalid={issue !== undefined}
          onChange={({ detail }) => {
            setTyped(detail.value)
            editor.change((draft) => setAt(draft, ['cc'], addressesIn(detail.value)))
          }}
          onBlur={() => editor.touch('/cc')}
        />
      </FormField>
    </div>
  )
}
