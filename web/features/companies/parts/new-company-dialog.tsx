/** Asks for what tells a new company from others, shows those that it may be already, and opens the new one's page. */
import Box from '@cloudscape-design/components/box'
import Form from '@cloudscape-design/components/form'
import FormField from '@cloudscape-design/components/form-field'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { create } from '../../../../shared/calls/bml/company/create.ts'
import { execute } from '../../../../shared/calls/search/search/execute.ts'
import { useRefresh, useSend } from '../../../api/use-call.ts'
import { companyHref } from '../../../frame/links.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import type { Entry } from '../model/similar.ts'
import { useSimilar } from '../use-similar.ts'
import { SimilarCompanies } from './similar-companies.tsx'

const nothing: Entry = { name: '', city: '', taxNumber: '' }
/** Switzerland's numbers have a field of their own. */
const isSwiss = (number: string) => /^CHE/i.test(number)

export function NewCompanyDialog({ onClose }: { onClose(): void }) {
  const t = useTexts('companies')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [entry, setEntry] = useState(nothing)
  const { name } = entry
  const [isTried, setTried] = useState(false)
  const [error, setError] = useState<unknown>()
  const { send, isSending } = useSend(create, { quiet: true })
  // One key for one entry: pressing twice, or again after a lost answer, makes one company.
  const key = useRef(crypto.randomUUID())
  const { similar, failure } = useSimilar(entry)
  const isMissing = name.trim() === ''
  const input = useRef<InputProps.Ref>(null)
  const type = (part: Partial<Entry>) => {
    setEntry((before) => ({ ...before, ...part }))
    key.current = crypto.randomUUID()
    setError(undefined)
  }
  const submit = async () => {
    setTried(true)
    if (isMissing) input.current?.focus()
    if (isMissing || isSending) return
    try {
      const [city, number] = [entry.city.trim(), entry.taxNumber.trim()]
      const made = await send(
        {
          name: name.trim(),
          ...(city && { city }),
          ...(number && { [isSwiss(number) ? 'taxIdCh' : 'taxId']: number }),
        },
        { idempotencyKey: key.current },
      )
      void refresh(execute)
      onClose()
      void navigate(companyHref(made.id), { state: { isNew: true } })
    } catch (cause) {
      setError(cause)
    }
  }
  return (
    <VerbDialog
      title={t('new.title')}
      verb={t('new.create')}
      isBusy={isSending}
      onVerb={() => void submit()}
      onClose={onClose}
    >
      <Form {...(error === undefined ? {} : { errorText: errorText(error) })}>
        <SpaceBetween size="m">
          <Box color="text-body-secondary">{t('new.text')}</Box>
          <FormField
            label={
              <>
                {t('field.name')}
                <span className="companies-required" aria-hidden>
                  {' *'}
                </span>
              </>
            }
            errorText={isTried && isMissing ? t('new.missing') : ''}
          >
            <Input
              ref={input}
              ariaRequired
              value={name}
              onChange={({ detail }) => type({ name: detail.value })}
            />
          </FormField>
          <div className="companies-form">
            <FormField label={t('field.city')}>
              <Input value={entry.city} onChange={({ detail }) => type({ city: detail.value })} />
            </FormField>
            <FormField label={t('new.taxNumber')}>
              <Input value={entry.taxNumber} onChange={({ detail }) => type({ taxNumber: detail.value })} />
            </FormField>
          </div>
          {failure !== undefined && <Box color="text-body-secondary">{errorText(failure)}</Box>}
          <SimilarCompanies similar={similar} />
        </SpaceBetween>
      </Form>
    </VerbDialog>
  )
}
