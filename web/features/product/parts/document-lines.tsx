import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import { memo, useState } from 'react'
import { mainCategorySecrecy } from '../../../../shared/constants.ts'
import type { DocumentRow } from '../../../../shared/model/product.ts'
import { isPicture } from '../../../../shared/rules/file-types.ts'
import { downloadFile } from '../../../api/files/download-file.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { documentsOf, passOn, withChanged, withoutDocument } from '../model/documents.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { useProblem } from '../use-problems.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { RemoveButton } from './row-actions.tsx'
import { SecrecySelect } from './secrecy-select.tsx'

const maxName = 500
const useRow = (id: string): DocumentRow | undefined => {
  const { list } = useProductPage()
  return useDraftPart((draft) => documentsOf(draft, list)[id])
}

/** How the document is fetched as it is stored; one that is not saved yet cannot be. */
function useStoredFile(id: string) {
  const { view, list, newestRev } = useProductPage()
  const stored = documentsOf(view.data, list)[id]
  return (
    stored && {
      id: stored.fileId,
      fileName: stored.fileName,
      product: view.id,
      ...(view.rev !== newestRev && { rev: view.rev }),
    }
  )
}

function Picture({ id, name }: { id: string; name: string }) {
  const t = useTexts('product')
  const [isOpen, setOpen] = useState(false)
  const file = useStoredFile(id)
  if (!file || !isPicture(file.fileName)) return null
  return (
    <>
      <Button
        variant="inline-icon"
        iconName="zoom-to-fit"
        ariaLabel={t('documents.preview', { name })}
        onClick={() => setOpen(true)}
      />
      {isOpen && <PictureDialog file={file} onClose={() => setOpen(false)} />}
    </>
  )
}

export const DocumentLine = memo(function DocumentLine({ id }: { id: string }) {
  const t = useTexts('product')
  const { lookup, words } = useProductPage()
  const row = useRow(id)
  const file = useStoredFile(id)
  if (!row) return null
  const name = row.fileName
  const type = lookup.selectOption(row.type)
  const secrecy = row.secrecy ?? mainCategorySecrecy
  return (
    <tr>
      <td className="product-document-name">
        {file ? (
          <Button
            variant="inline-link"
            iconName="download"
            ariaLabel={t('documents.download', { name })}
            onClick={() => void downloadFile(file).catch(() => undefined)}
          >
            {name}
          </Button>
        ) : (
          <>
            {name} <span className="product-muted">{t('documents.unsaved')}</span>
          </>
        )}
      </td>
      <td>{type && lookup.title(type.title)}</td>
      <td>
        <span className="product-secrecy" title={t(`secrecyText.${secrecy}`)}>
          {t(`secrecy.${secrecy}`)}
        </span>
      </td>
      <td>{words.date(row.uploadTime)}</td>
      <td className="product-row-actions">
        <Picture id={id} name={name} />
      </td>
    </tr>
  )
})

export const DocumentEditorLine = memo(function DocumentEditorLine({ id }: { id: string }) {
  const t = useTexts('product')
  const { list, lookup, words, editor } = useProductPage()
  const path = `/listData/${list}/_documents/${id}`
  const fileProblem = useProblem(`${path}/fileId`)
  const nameProblem = useProblem(`${path}/fileName`)
  const typeProblem = useProblem(`${path}/type`)
  const ofName = useFieldPlace(`${path}/fileName`)
  const ofType = useFieldPlace(`${path}/type`)
  const row = useRow(id)
  if (!row) return null
  const name = row.fileName
  const change = (to: Partial<DocumentRow>) => editor.change((d) => withChanged(d, list, id, to))
  const secrecy = row.secrecy ?? mainCategorySecrecy
  const types = lookup.optionsOf('upload-types-product').filter((o) => o.enabled || o.value === row.type)
  const noType = { value: '', label: t('documents.noType') }
  return (
    <tr>
      <td className="product-document-name" ref={ofName.place}>
        <Input
          ref={ofName.control}
          invalid={nameProblem !== undefined}
          onBlur={() => editor.touch(`${path}/fileName`)}
          ariaLabel={t('documents.nameOf', { name })}
          value={name}
          onChange={({ detail }) => change({ fileName: detail.value.slice(0, maxName) })}
        />
        <FieldError text={nameProblem ?? fileProblem} />
      </td>
      <td className="product-cell-category" ref={ofType.place}>
        <Select
          ref={ofType.control}
          ariaLabel={t('documents.typeOf', { name })}
          expandToViewport
          invalid={typeProblem !== undefined}
          selectedOption={types.find(({ value }) => value === row.type) ?? noType}
          options={[noType, ...types]}
          onChange={({ detail }) => change({ type: detail.selectedOption.value || undefined })}
        />
        <FieldError text={typeProblem} />
      </td>
      <td className="product-cell-secrecy">
        <SecrecySelect
          label={t('documents.secrecyOf', { name })}
          value={secrecy}
          onChange={(next) => change({ secrecy: next })}
        />
      </td>
      <td>{words.date(row.uploadTime)}</td>
      <td className="product-row-actions">
        <PassOnMenu id={id} name={name} />
        <RemoveButton
          label={t('remove', { name })}
          onRemove={() => editor.change((d) => withoutDocument(d, list, id))}
        />
      </td>
    </tr>
  )
})

/** The other lists of the product that the person may edit. */
function PassOnMenu({ id, name }: { id: string; name: string }) {
  const t = useTexts('product')
  const { view, list, lookup, editor } = useProductPage()
  const others = lookup.orderedLists.filter(
    (other) =>
      other.id !== list &&
      view.data.listData[other.id]?._archived === false &&
      view.may[other.id]?.includes('product:edit'),
  )
  if (others.length === 0) return null
  const items = (['move', 'copy'] as const).flatMap((kind) =>
    others.map((other) => ({
      id: `${kind} ${other.id}`,
      text: t(`documents.${kind}`, { list: other.name }),
    })),
  )
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={t('documents.passOn', { name })}
      items={items}
      onItemClick={({ detail }) => {
        const [kind, to = ''] = detail.id.split(' ')
        editor.change((d) => passOn(d, id, { from: list, to, isCopy: kind === 'copy' }))
      }}
    />
  )
}
