import Box from '@cloudscape-design/components/box'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { useMemo, useState } from 'react'
import { listbyinstitution } from '../../../../shared/calls/auth/account/listbyinstitution.ts'
import { setresponsibility } from '../../../../shared/calls/bml/product/setresponsibility.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { callApi } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { byLabel, entityOptions } from '../../../ui/select-options.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { baseList } from '../model/draft.ts'
import { personIn, responsibleIn } from '../model/person.ts'
import { useProductPage } from '../page-context.ts'

/** Sets who is responsible for a list of the product: an institution, and one of its people if wanted. */
export function ResponsibilityDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const ui = useTexts('ui')
  const errorText = useErrorText()
  const { view, list, lookup, act, isActing } = useProductPage()
  const now = responsibleIn(view, list, baseList)
  const [institution, setInstitution] = useState(now?.institution)
  const [account, setAccount] = useState(now?.accountId)
  const people = useCall(listbyinstitution, institution === undefined ? null : { institution })
  const choices = useMemo(() => {
    const found = byLabel(
      (people.data?.list ?? []).map((p) => ({ value: p.id, label: p.fullname })),
      lookup.locale,
    )
    // Who is named already may have left: shown until somebody else is chosen.
    if (account === undefined || found.some((p) => p.value === account)) return found
    return [...found, { value: account, label: personIn(view, account) ?? t('someone') }]
  }, [people.data, account, view, lookup.locale, t])
  const institutions = entityOptions(lookup.institutions.values(), lookup.title, lookup.locale)
  const nobody = { value: '', label: t('responsibility.nobody') }
  const isSame = institution === now?.institution && account === now?.accountId
  const save = async () => {
    if (institution === undefined) return
    const done = await act({
      id: `responsible:product:${view.id}`,
      done: t('responsibility.done'),
      call: async (rev) =>
        (await callApi(
          setresponsibility,
          { id: view.id, rev, list, institution, ...(account ? { accountId: account } : {}) },
          { quiet: true },
        )) as ProductView,
    })
    if (done) onClose()
  }
  return (
    <VerbDialog
      title={t('responsibility.title', { list: lookup.listTitle(list) })}
      verb={t('responsibility.verb')}
      isBusy={isActing}
      isBlocked={institution === undefined || isSame}
      onVerb={() => void save()}
      onClose={onClose}
    >
      <FormField label={t('responsibility.institution')}>
        <Select
          filteringType="auto"
          filteringAriaLabel={ui('select.search')}
          expandToViewport
          placeholder={t('choose')}
          options={institutions}
          selectedOption={institutions.find((i) => i.value === institution) ?? null}
          onChange={({ detail }) => {
            setInstitution(detail.selectedOption.value)
            setAccount(undefined)
          }}
        />
      </FormField>
      <FormField label={t('responsibility.person')} description={t('responsibility.personText')}>
        <Select
          filteringType="auto"
          filteringAriaLabel={ui('select.search')}
          expandToViewport
          disabled={institution === undefined}
          options={[nobody, ...choices]}
          selectedOption={choices.find((p) => p.value === account) ?? nobody}
          statusType={people.error ? 'error' : people.data ? 'finished' : 'loading'}
          loadingText={ui('loading')}
          errorText={people.error ? errorText(people.error) : ''}
          recoveryText={ui('error.retry')}
          onLoadItems={() => people.error && void people.mutate()}
          onChange={({ detail }) => setAccount(detail.selectedOption.value || undefined)}
        />
      </FormField>
      <Box color="text-body-secondary">
        {t(list === baseList ? 'responsibility.effectBase' : 'responsibility.effect', {
          list: lookup.listTitle(list),
        })}
      </Box>
    </VerbDialog>
  )
}
