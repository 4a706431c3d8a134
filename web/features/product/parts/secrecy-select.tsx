import Select from '@cloudscape-design/components/select'
import { type Secrecy, secrecyLevels } from '../../../../shared/constants.ts'
import { useTexts } from '../../../texts/texts.ts'

/** Who may see a row, each level with what it means. */
export function SecrecySelect({
  label,
  value,
  onChange,
}: {
  label: string
  value: Secrecy
  onChange(value: Secrecy): void
}) {
  const t = useTexts('product')
  return (
    <Select
      ariaLabel={label}
      expandToViewport
      selectedOption={{ value, label: t(`secrecy.${value}`) }}
      options={secrecyLevels.map((level) => ({
        value: level,
        label: t(`secrecy.${level}`),
        description: t(`secrecyText.${level}`),
      }))}
      onChange={({ detail }) => onChange(detail.selectedOption.value as Secrecy)}
    />
  )
}
