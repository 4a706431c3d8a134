/** A VAT number: its check digit is looked at by the rules of the country, once these are there. */
import type { ComponentProps } from 'react'
import { isoOfCountries, mainCountry } from '../../../../shared/rules/company.ts'
import { useReference } from '../../../api/reference.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import type { CompanyEditor } from '../use-company-editor.ts'
import { useFormats } from '../use-formats.ts'
import { useDraftPart } from './draft-part.ts'

export function TaxIdInput({
  editor,
  ...input
}: { editor: CompanyEditor } & Omit<ComponentProps<typeof CodeInput>, 'code'>) {
  const { countries } = useReference()
  const country = useDraftPart(editor, mainCountry)
  const formats = useFormats(true)
  const iso = country && isoOfCountries(countries)(country)
  return <CodeInput {...input} code={(text) => formats?.taxId(text, iso)} />
}
