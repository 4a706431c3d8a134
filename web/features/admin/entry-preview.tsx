/** How an entry will be seen where it is used, drawn by who knows that: features do not know each other, the table of routes knows both. */
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import type { Entity } from '../../../shared/model/entity.ts'
import { useEdited } from '../../ui/entity-editor.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import type { AdminWords } from './use-admin-words.ts'
import type { EntryEditor } from './use-entry-editor.ts'

export type Preview = ComponentType<{ id: string; data: Entity['data'] }>
export const PreviewContext = createContext<Preview | undefined>(undefined)

/** The entry as it is typed; nothing for a class that has no preview. */
export function EntryPreview({ id, editor, words }: { id: string; editor: EntryEditor; words: AdminWords }) {
  const Drawn = useContext(PreviewContext)
  const data = useEdited(editor, (now) => now.draft)
  if (!Drawn) return null
  return (
    <section className="admin-entry-preview" aria-label={words.t('preview.title')}>
      <h3 className="admin-section">{words.t('preview.title')}</h3>
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <Drawn id={id} data={data} />
      </Suspense>
    </section>
  )
}
