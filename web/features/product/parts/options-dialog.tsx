/** What this page shows beside the product itself: chosen at once, and kept in the address, so that a link shares it. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useAddressParams } from '../../../ui/address.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useProductPage } from '../page-context.ts'
import { type PageOption, pageOptions } from '../use-page-options.ts'

export function OptionsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const { list, lookup } = useProductPage()
  const [params, changeAddress] = useAddressParams()
  const show = (option: PageOption, isShown: boolean) =>
    changeAddress((now) => (isShown ? now.set(option, '1') : now.delete(option)), { replace: true })
  return (
    <Dialog
      header={t('options.title')}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button data-way-out onClick={onClose}>
            {t('close')}
          </Button>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {pageOptions.map((option) => (
          <Checkbox
            key={option}
            checked={params.get(option) === '1'}
            description={t(`options.${option}.text`)}
            onChange={({ detail }) => show(option, detail.checked)}
          >
            {t(`options.${option}.label`)}
          </Checkbox>
        ))}
        {(lookup.lists.get(list)?.data.languages.length ?? 0) > 0 && <ListLanguages />}
      </SpaceBetween>
    </Dialog>
  )
}

/** The person's own setting: it holds for all products, and stands among the settings, too. */
function ListLanguages() {
  const t = useTexts('product')
  const { userData, updateSettings } = useSession()
  const [isSaving, setSaving] = useState(false)
  const prefer = async (overrideMultiLangFieldsWithListData: boolean) => {
    setSaving(true)
    try {
      await updateSettings({ overrideMultiLangFieldsWithListData })
    } catch {
      // The error dialog tells why; the box stays as it was.
    } finally {
      setSaving(false)
    }
  }
  return (
    <Checkbox
      checked={userData.overrideMultiLangFieldsWithListData === true}
      readOnly={isSaving}
      description={t('options.languages.text')}
      onChange={({ detail }) => void prefer(detail.checked)}
    >
      {t('options.languages.label')}
    </Checkbox>
  )
}
