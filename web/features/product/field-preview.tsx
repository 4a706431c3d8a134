/**
 * A field as the product page will draw it, from a definition that is still being written: to fill in, and to read.
 * What is typed here is kept nowhere.
 */
import { useMemo, useState } from 'react'
import type { Actor } from '../../../shared/model/actor.ts'
import { fieldDefinition } from '../../../shared/model/administration.ts'
import { unstored } from '../../../shared/model/entity-data.ts'
import { type ProductData, type ProductView, productData } from '../../../shared/model/product.ts'
import { useReference } from '../../api/reference.ts'
import { useSession } from '../../api/session.tsx'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { FieldPlacesContext, useFieldPlaces } from '../../ui/field-places.ts'
import { makeEntityEditor } from '../../ui/make-entity-editor.ts'
import { baseList } from './model/draft.ts'
import type { Definition } from './model/fields.ts'
import { type Lookup, makeLookup, type ReferenceSource } from './model/lookup.ts'
import { type ProductPage, ProductPageContext } from './page-context.ts'
import { DefinedField } from './parts/field-row.tsx'
import { usePageWords } from './use-page-words.ts'
import './product.css'
import './fields.css'
import './rows.css'

/** As a definition, once its kind and title are known: where it will stand changes nothing of how it is drawn. */
function definitionOf(id: string, data: Record<string, unknown>): Definition | undefined {
  const filled = Object.entries(data).filter(([, value]) => value !== '')
  const known = fieldDefinition.safeParse({
    path: 'preview',
    displayKey: 'main',
    ...Object.fromEntries(filled),
  })
  return known.success ? { ...known.data, id } : undefined
}

interface Props {
  /** Of the definition, also of one that is not stored. */
  id: string
  /** The definition as it is typed. */
  data: Record<string, unknown>
}

export function FieldPreview({ id, data }: Props) {
  const t = useTexts('product')
  const reference = useReference()
  const { locale } = useLocale()
  const { actor } = useSession()
  const definition = useMemo(() => definitionOf(id, data), [id, data])
  const lookup = useMemo(() => {
    const source = reference as ReferenceSource
    if (!definition) return undefined
    const { id: own, ...stored } = definition
    // The columns of a table are fields of their own, and the field may be one.
    const fields = new Map(source.fielddefinitions).set(own, unstored('fielddefinition', own, stored))
    return makeLookup({ ...source, fielddefinitions: fields }, locale)
  }, [reference, locale, definition])
  if (!definition || !lookup || !actor) return <p className="product-muted">{t('fieldPreview.incomplete')}</p>
  if (definition.type === 'button') return <p className="product-muted">{t('fieldPreview.notDrawn')}</p>
  // Another kind of field holds other values.
  return <Drawn key={`${definition.type} ${definition.path}`} {...{ definition, lookup, actor }} />
}

const nothing = () => {}
const blank: ProductView = {
  ...unstored('product', 'preview', productData.parse({ listData: { [baseList]: {} } })),
  resolved: {},
  titles: {},
  may: {},
}

function Drawn({ definition, lookup, actor }: { definition: Definition; lookup: Lookup; actor: Actor }) {
  const t = useTexts('product')
  const [editor] = useState(() =>
    makeEntityEditor<ProductData, ProductView>(
      () => ({
        view: blank,
        save: async () => blank,
        load: async () => blank,
        issues: () => [],
        issuesOf: () => [],
        describe: () => undefined,
        keep: nothing,
        forget: nothing,
        onSaving: nothing,
        onAsking: nothing,
        onOutcome: nothing,
      }),
      undefined,
    ),
  )
  const { words, today, remember } = usePageWords(blank, editor, lookup)
  const page = useMemo<ProductPage>(
    () => ({
      view: blank,
      name: '',
      list: baseList,
      editor,
      lookup,
      words,
      actor,
      newestRev: blank.rev,
      isEditable: true,
      may: () => true,
      isEditing: () => true,
      edit: nothing,
      showPlace: nothing,
      remember,
      today,
      act: async () => undefined,
      isActing: false,
      saving: { save: async () => {}, discard: nothing },
    }),
    [editor, lookup, words, actor, remember, today],
  )
  const places = useFieldPlaces()
  return (
    <ProductPageContext value={page}>
      <FieldPlacesContext value={places}>
        <p className="product-muted">{t('fieldPreview.notStored')}</p>
        <h4 className="product-preview-way">{t('fieldPreview.editing')}</h4>
        <DefinedField definition={definition} isEditing />
        <h4 className="product-preview-way">{t('fieldPreview.reading')}</h4>
        <DefinedField definition={definition} isEditing={false} />
      </FieldPlacesContext>
    </ProductPageContext>
  )
}
