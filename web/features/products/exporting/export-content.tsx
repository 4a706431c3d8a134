/** What a file has in its columns: those of the list, or a set that is kept, with further fields and companies. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ExportSetEntity } from '../../../api/kept.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Choices } from '../../../ui/search-tree/value-control.tsx'
import { allPackages, packageKey } from '../model/export-fields.ts'
import type { useContent } from './use-content.ts'

interface ExportContentProps {
  content: ReturnType<typeof useContent>
  /** By title; undefined while they are on their way. */
  sets: readonly ExportSetEntity[] | undefined
  /** They could not be had. */
  hasFailed: boolean
  mayKeep: boolean
  onSave(): void
  onManage(): void
}
export function ExportContent({ content, sets, hasFailed, mayKeep, onSave, onManage }: ExportContentProps) {
  const t = useTexts('exporting')
  const words = useTexts('sets')
  const products = useTexts('products')
  const ofList = { value: '', label: t('content.list') }
  const options = (sets ?? []).map(({ id, data }) => ({ value: id, label: data.title }))
  const chosen = content.set && { value: content.set.id, label: content.set.data.title }
  return (
    <SpaceBetween size="m">
      <FormField label={t('content.label')} constraintText={content.columnTitles.join(', ')}>
        <Select
          statusType={hasFailed ? 'error' : sets ? 'finished' : 'loading'}
          errorText={t('content.failed')}
          filteringType={options.length > 8 ? 'auto' : 'none'}
          options={[ofList, ...(options.length > 0 ? [{ label: words('exports.all'), options }] : [])]}
          selectedOption={chosen ?? ofList}
          onChange={({ detail }) =>
            content.choose(sets?.find(({ id }) => id === detail.selectedOption.value))
          }
        />
      </FormField>
      {content.missing.length > 0 && (
        <Alert type="warning">{words('exports.missing', { fields: content.missing.join(', ') })}</Alert>
      )}
      {content.isListGone && <Alert type="warning">{words('exports.listGone')}</Alert>}
      <FormField label={t('content.fields')}>
        <Choices
          label={t('content.fields')}
          placeholder={t('content.none')}
          options={content.fieldOptions}
          values={content.fields}
          onChange={content.setFields}
        />
      </FormField>
      <FormField label={t('content.packages')} description={t('content.packagesText')}>
        <Choices
          label={t('content.packages')}
          placeholder={t('content.none')}
          options={allPackages.map((one) => ({
            value: packageKey(one),
            label: t(`content.${one.addresses}`, { role: products(`catalogue.role.${one.role}`) }),
          }))}
          values={content.packages.map(packageKey)}
          onChange={(keys) =>
            content.setPackages(allPackages.filter((one) => keys.includes(packageKey(one))))
          }
        />
      </FormField>
      {mayKeep && (
        <SpaceBetween direction="horizontal" size="m">
          <Button variant="inline-link" onClick={onSave}>
            {words('exports.save')}
          </Button>
          {sets && sets.length > 0 && (
            <Button variant="inline-link" onClick={onManage}>
              {words('manage')}
            </Button>
          )}
        </SpaceBetween>
      )}
    </SpaceBetween>
  )
}
