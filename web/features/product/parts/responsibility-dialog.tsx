import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Modal from '@cloudscape-design/components/modal'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo, useState } from 'react'
import { setresponsibility } from '../../../../shared/calls/bml/product/setresponsibility.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { callApi } from '../../../api/client.ts'
import { useTexts } from '../../../texts/texts.ts'
import { baseList } from '../model/draft.ts'
import { responsibleIn } from '../model/person.ts'
import { useProductPage } from '../page-context.ts'
import { useNames } from '../use-names.ts'

/** Sets who is responsible for a list of the product: an institution, and one of its people if wanted. */
export function ResponsibilityDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const { view, list, lookup, actor, act, isActing } = useProductPage()
  const now = responsibleIn(view, list, baseList)
  const [institution, setInstitution] = useState(now?.institution)
  const [account, setAccount] = useState(now?.accountId)
  // Only administrators get to know who works where; everyone else can name themselves and who is named already.
  const users = useMemo(() => {
    if (institution === undefined) return []
    const known = lookup.institutions.get(institution)?.data.users ?? []
    const own = actor.institutions.some((i) => i.id === institution) ? [actor.account] : []
    const named = Object.values(view.data.listData)
      .filter((l) => l._responsible?.institution === institution)
      .flatMap((l) => l._responsible?.accountId ?? [])
    return [...new Set([...known, ...own, ...named])]
  }, [institution, lookup, actor, view])
  const titles = useMemo(() => ({ ...view.titles, [actor.account]: actor.fullname }), [view, actor])
  const nameOf = useNames(users, titles)
  const people = users
    .map((id) => ({ value: id, label: nameOf(id) }))
    .filter((p): p is { value: string; label: string } => p.label !== undefined)
    .sort((a, b) => a.label.localeCompare(b.label))
  const institutions = [...lookup.institutions.values()]
    .filter((i) => !i.disabled)
    .map((i) => ({ value: i.id, label: lookup.title(i.data.title) }))
    .sort((a, b) => a.label.localeCompare(b.label))
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
    <Modal
      visible
      header={t('responsibility.title', { list: lookup.listTitle(list) })}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              variant="primary"
              disabled={institution === undefined || isSame}
              loading={isActing}
              onClick={() => void save()}
            >
              {t('responsibility.verb')}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <FormField label={t('responsibility.institution')}>
          <Select
            filteringType="auto"
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
            expandToViewport
            disabled={institution === undefined}
            options={[nobody, ...people]}
            selectedOption={people.find((p) => p.value === account) ?? nobody}
            onChange={({ detail }) => setAccount(detail.selectedOption.value || undefined)}
          />
        </FormField>
        <Box color="text-body-secondary">
          {t(list === baseList ? 'responsibility.effectBase' : 'responsibility.effect', {
            list: lookup.listTitle(list),
          })}
        </Box>
      </SpaceBetween>
    </Modal>
  )
}
