import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo } from 'react'
import { hasOwnValues } from '../../../../shared/rules/product-validity.ts'
import { useTexts } from '../../../texts/texts.ts'
import { byLabel } from '../../../ui/select-options.ts'
import { keyTitle } from '../model/place.ts'
import { useProductPage } from '../page-context.ts'
import { useKnownFields } from '../use-field-groups.ts'

/** Keys of a list beside its fields whose changes people ask for. */
const fixedKeys = [
  '_category',
  '_companies',
  '_components',
  '_permits',
  '_hobbygarden',
  '_risklabels',
  '_remark',
  '_documents',
  '_display',
  '_preventPublicDisplay',
  '_checklist',
  '_approval',
  '_responsible',
  '_active',
]

/** Which revisions are shown: those that changed a value of the list, those that a person saved. */
export function HistoryFilterBar({
  field,
  person,
  people,
  onField,
  onPerson,
}: {
  /** Empty for all. */
  field: string
  person: string
  people: readonly { id: string; name: string }[]
  onField(key: string): void
  onPerson(id: string): void
}) {
  const t = useTexts('product')
  const ui = useTexts('ui')
  const { list, lookup, words } = useProductPage()
  const isKnown = useKnownFields()
  const fields = useMemo(() => {
    const defined = lookup.definitions.filter((d) => hasOwnValues(d) && isKnown(d)).map(({ path }) => path)
    const keys = [...defined, ...fixedKeys]
    return byLabel(
      keys.map((value) => ({ value, label: keyTitle(value, words) })),
      lookup.locale,
    )
  }, [lookup, words, isKnown])
  const ofField = [{ value: '', label: t('history.allFields') }, ...fields]
  const ofPerson = [
    { value: '', label: t('history.allPeople') },
    ...byLabel(
      people.map(({ id, name }) => ({ value: id, label: name })),
      lookup.locale,
    ),
  ]
  return (
    <SpaceBetween size="s">
      <FormField label={t('history.field', { list: lookup.listTitle(list) })}>
        <Select
          expandToViewport
          filteringType="auto"
          filteringAriaLabel={ui('select.search')}
          empty={t('nothingFound')}
          options={ofField}
          selectedOption={ofField.find(({ value }) => value === field) ?? null}
          onChange={({ detail }) => onField(detail.selectedOption.value ?? '')}
        />
      </FormField>
      <FormField label={t('history.person')}>
        <Select
          expandToViewport
          options={ofPerson}
          selectedOption={ofPerson.find(({ value }) => value === person) ?? null}
          onChange={({ detail }) => onPerson(detail.selectedOption.value ?? '')}
        />
      </FormField>
    </SpaceBetween>
  )
}
