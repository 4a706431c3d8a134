/** Opens the sheet of texts of the entries that are listed. */
import Button from '@cloudscape-design/components/button'
import { Suspense, useState } from 'react'
import type { Entity } from '../../../../shared/model/entity.ts'
import { latePart } from '../../../ui/late-part.ts'
import { type ClassDescription, isLocalized } from '../model/description.ts'
import type { AdminWords } from '../use-admin-words.ts'

const SheetDialog = latePart(() => import('./sheet-dialog.tsx').then((m) => m.SheetDialog))

export function SheetButton({
  description,
  words,
  isEmpty,
  entities,
}: {
  description: ClassDescription
  words: AdminWords
  isEmpty: boolean
  entities(): readonly Entity[]
}) {
  const [isOpen, setOpen] = useState(false)
  if (!description.fields.some(isLocalized)) return null
  return (
    <>
      <Button iconName="edit" disabled={isEmpty} onClick={() => setOpen(true)}>
        {words.t('sheet.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <SheetDialog
            description={description}
            words={words}
            entities={entities()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
