import type { Localized } from '../../../../shared/model/basics.ts'
import { languageTag, useTexts } from '../../../texts/texts.ts'
import { useFieldLanguages, useLanguageName } from '../../../ui/localized.tsx'
import { innerOf } from '../model/control.ts'
import { isEmptyValue } from '../model/draft.ts'
import { endOfTitle, fieldText } from '../model/field-text.ts'
import type { Definition } from '../model/fields.ts'
import { useProductPage } from '../page-context.ts'
import { TableReader } from './table-control.tsx'

/** A field's value for reading; says "empty" where nothing is, so that a gap is not mistaken for something hidden. */
export function FieldReader({
  definition,
  title,
  value,
}: {
  definition: Definition
  title: string
  value: unknown
}) {
  const t = useTexts('product')
  const { words } = useProductPage()
  if (definition.type === 'table') return <TableReader definition={definition} title={title} value={value} />
  const text = innerOf(value, 'textValue')
  if (typeof text === 'object' && text !== null && !isEmptyValue(text))
    return <Languages value={text as Localized} />
  const said = fieldText(definition, value, words)
  if (said === '') return <span className="product-muted">{t('empty')}</span>
  if (definition.type === 'multiselect' && said.includes(endOfTitle()))
    return (
      <ul className="product-plain product-sentences">
        {said.split(endOfTitle()).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    )
  return <span className="product-value">{said}</span>
}

/** The person's own languages first, then the others that are filled. */
function Languages({ value }: { value: Localized }) {
  const nameOf = useLanguageName()
  const own = useFieldLanguages()
  const filled = (Object.keys(value) as (keyof Localized)[]).filter((l) => value[l]?.trim())
  const ordered = [...own.filter((l) => filled.includes(l)), ...filled.filter((l) => !own.includes(l))]
  return (
    <div className="product-languages">
      {ordered.map((locale) => (
        <div key={locale} lang={languageTag(locale)}>
          <abbr className="il-language" title={nameOf(locale)}>
            {locale.slice(0, 2).toUpperCase()}
          </abbr>
          <span className="product-value">{value[locale]}</span>
        </div>
      ))}
    </div>
  )
}
