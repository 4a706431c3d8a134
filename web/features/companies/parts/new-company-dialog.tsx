/** Asks for the name of a new company, shows those that are called alike, and opens the new one's page. */
import Box from '@cloudscape-design/components/box'
import Form from '@cloudscape-design/components/form'
import FormField from '@cloudscape-design/components/form-field'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { create } from '../../../../shared/calls/bml/company/create.ts'
import { execute } from '../../../../shared/calls/search/search/execute.ts'
import type { Row } from '../../../../shared/model/answers.ts'
import { useCall, useRefresh, useSend } from '../../../api/use-call.ts'
import { companyHref } from '../../../frame/links.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'

export function NewCompanyDialog({ onClose }: { onClose(): void }) {
  const t = useTexts('companies')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const [error, setError] = useState<unknown>()
  const { send, isSending } = useSend(create, { quiet: true })
  // One key for one name: pressing twice, or again after a lost answer, makes one company.
  const key = useRef(crypto.randomUUID())
  const { similar, failure } = useSimilar(name)
  const isMissing = name.trim() === ''
  const input = useRef<InputProps.Ref>(null)
  const submit = async () => {
    setTried(true)
    if (isMissing) input.current?.focus()
    if (isMissing || isSending) return
    try {
      const made = await send({ name: name.trim() }, { idempotencyKey: key.current })
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
          <FormField
            label={
              <>
                {t('field.name')}
                <span className="companies-required" aria-hidden>
                  {' *'}
                </span>
              </>
            }
            description={t('new.text')}
            errorText={isTried && isMissing ? t('new.missing') : ''}
          >
            <Input
              ref={input}
              ariaRequired
              value={name}
              onChange={({ detail }) => {
                setName(detail.value)
                key.current = crypto.randomUUID()
                setError(undefined)
              }}
            />
          </FormField>
          {failure !== undefined && <Box color="text-body-secondary">{errorText(failure)}</Box>}
          {similar.length > 0 && (
            <div role="status">
              <Box color="text-body-secondary">{t('new.similar', { count: similar.length })}</Box>
              <ul className="companies-similar">
                {similar.map((row) => (
                  <li key={row.id}>
                    <Link to={companyHref(row.id)} onClick={onClose}>
                      {String(row.columns['name'])}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </SpaceBetween>
      </Form>
    </VerbDialog>
  )
}

/** Companies that are called alike, so that none is made twice. Asked a moment after the last key. */
function useSimilar(name: string): { similar: Row[]; failure?: unknown } {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(name.trim()), 250)
    return () => clearTimeout(timer)
  }, [name])
  const { data, error } = useCall(
    execute,
    asked.length < 3
      ? null
      : { entityClass: 'company', name: asked, columns: ['name'], pagination: { start: 0, limit: 5 } },
    { keepPreviousData: true, cancelStale: true },
  )
  if (asked.length < 3) return { similar: [] }
  if (error) return { similar: [], failure: error }
  return {
    similar: (data?.list ?? []).filter((hit): hit is Row => typeof hit === 'object' && 'columns' in hit),
  }
}
