import { EditorSaveBar } from '../../../ui/editor-save-bar.tsx'
import type { SaveBarProps } from '../../../ui/save-bar.tsx'
import { placeOf } from '../model/place.ts'
import { inPageOrder } from '../model/problems.ts'
import { useProductPage } from '../page-context.ts'
import { useProblemWords } from '../use-problems.ts'

/** The bar of unsaved changes: the only part outside of the fields that follows the draft. */
export function EditorBar(props: Pick<SaveBarProps, 'onSave' | 'onDiscard' | 'onProblem' | 'news'>) {
  const { view, list, lookup, words, editor, isEditable } = useProductPage()
  return (
    <EditorSaveBar
      editor={editor}
      isEditable={isEditable}
      inOrder={(issues) => inPageOrder(issues, editor.state.get(), view, list, lookup)}
      titleOf={(path) => placeOf(path, words, editor.state.get().draft).title}
      wordsOf={useProblemWords()}
      {...props}
    />
  )
}
