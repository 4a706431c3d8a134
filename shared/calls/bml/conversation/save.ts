import { contract } from '../../../contract.ts'
import { saveInput } from '../../../model/answers.ts'
import { conversationView } from '../../../model/conversation-view.ts'

export const save = contract({
  name: 'bml/conversation/save',
  title: 'Put a conversation into a folder, assign it to a person of the own side, or archive it',
  access: 'message:view',
  /** The patch is of `data` as the caller sees it: folder, assignee and archive of the own side. */
  input: saveInput,
  output: conversationView,
})
