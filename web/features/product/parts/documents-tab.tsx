import FileDropzone from '@cloudscape-design/components/file-dropzone'
import FileInput from '@cloudscape-design/components/file-input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { maxUploadBytes } from '../../../../shared/constants.ts'
import { useTexts } from '../../../texts/texts.ts'
import { isShallowSame } from '../../../ui/store.ts'
import { documentsOf, newestFirst } from '../model/documents.ts'
import { seesAllDocuments } from '../model/visible.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import type { Uploads } from '../use-uploads.ts'
import { ChecklistSection } from './checklist-section.tsx'
import { DocumentEditorLine, DocumentLine } from './document-lines.tsx'
import { PassedOnList } from './passed-on-list.tsx'
import { RowActionsHead } from './row-actions.tsx'
import { ProductSection } from './section.tsx'
import { UploadList } from './upload-list.tsx'

const mebibytes = maxUploadBytes / 1024 / 1024

/** The documents of the list: brought here, fetched, and passed on to other lists. */
export function DocumentsTab({ uploads }: { uploads: Uploads }) {
  const t = useTexts('product')
  const { view, list, actor, isEditable } = useProductPage()
  const ids = useDraftPart((draft) => newestFirst(documentsOf(draft, list)), isShallowSame)
  const none = seesAllDocuments(view, list, actor) ? 'documents.none' : 'documents.noneVisible'
  return (
    <SpaceBetween size="l">
      {/* As long as there are none, there is nothing to edit: the place to put them says enough. */}
      <ProductSection
        section="documents"
        title={t('documents.title')}
        counter={ids.length}
        canEdit={ids.length > 0}
      >
        {(isEditing) => (
          <div className="product-stack">
            {ids.length > 0 ? (
              <DocumentTable ids={ids} isEditing={isEditing} />
            ) : (
              !isEditable && <span className="product-muted">{t(none)}</span>
            )}
            <PassedOnList />
            <UploadList uploads={uploads} />
            {isEditable && (
              <FileDropzone onChange={({ detail }) => uploads.add(detail.value)}>
                <div className="product-drop">
                  <FileInput multiple value={[]} onChange={({ detail }) => uploads.add(detail.value)}>
                    {t('documents.upload')}
                  </FileInput>
                  <span className="product-muted">{t('documents.drop', { mebibytes })}</span>
                </div>
              </FileDropzone>
            )}
          </div>
        )}
      </ProductSection>
      <ChecklistSection tab="documents" />
    </SpaceBetween>
  )
}

function DocumentTable({ ids, isEditing }: { ids: readonly string[]; isEditing: boolean }) {
  const t = useTexts('product')
  const Line = isEditing ? DocumentEditorLine : DocumentLine
  return (
    <div className="product-rows">
      <table aria-label={t('documents.title')} className={isEditing ? 'product-documents-edit' : undefined}>
        <thead>
          <tr>
            <th scope="col">{t('documents.name')}</th>
            <th scope="col">{t('documents.type')}</th>
            <th scope="col">{t('documents.secrecy')}</th>
            <th scope="col">{t('documents.uploaded')}</th>
            <RowActionsHead />
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <Line key={id} id={id} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
