/** The set of columns that the product list opens with, of those that the person can open. */
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { useCan } from '../../api/can.ts'
import { useKept } from '../../api/kept.ts'
import { startColumnsOf, startSetOf } from '../../frame/start-view.ts'
import { useTexts } from '../../texts/texts.ts'

/** `value`: the default columns of the settings. Those that were taken from the list are of no set. */
export function ColumnSetChoice({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useTexts('settings')
  const mayKeep = useCan()('saved:create')
  const { entries, error } = useKept('columnset', mayKeep)
  if (!mayKeep) return null
  const set = startSetOf(value)
  const usual = { value: '', label: t('start.sets.usual') }
  const own = { value: 'own', label: t('start.sets.own') }
  const sets = (entries ?? []).map(({ id, data }) => ({ value: id, label: data.title }))
  const known = sets.find((one) => one.value === set)
  // One that was deleted, or is not shared any more: its columns are there.
  const chosen = value === '' ? usual : (known ?? own)
  return (
    <FormField label={t('start.sets.label')}>
      <Select
        statusType={error && !entries ? 'error' : entries ? 'finished' : 'loading'}
        filteringType={sets.length > 8 ? 'auto' : 'none'}
        options={[usual, ...(chosen === own ? [own] : []), ...sets]}
        selectedOption={chosen}
        onChange={({ detail }) => {
          const id = detail.selectedOption.value
          const entity = entries?.find((one) => one.id === id)
          if (entity) onChange(startColumnsOf(entity))
          else if (id === '') onChange('')
        }}
      />
    </FormField>
  )
}
