/** What fields and sections are given, and the part of the draft that one of them shows. */
import type { CompanyData } from '../../../../shared/model/company.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import type { CompanyEditor } from '../use-company-editor.ts'
import type { CompanyWords } from '../use-company-words.ts'

export interface FieldContext {
  editor: CompanyEditor
  words: CompanyWords
}
/** What the sections are given: all of it stays the same object while somebody types. */
export interface SectionContext extends FieldContext {
  isEditable: boolean
  isEditing: boolean
  onEdit(): void
}
export const useDraftPart = <S>(
  editor: CompanyEditor,
  select: (draft: CompanyData) => S,
  isSame?: (a: S, b: S) => boolean,
): S => useEdited(editor, ({ draft }) => select(draft), isSame)
