import type { Draft } from '../../../shared/model/conversation-view.ts'
import type { DraftStore } from '../../ports/drafts.ts'
import { draftKey } from '../common/entity-rows.ts'
import type { Condition, Dynamo } from './dynamo.ts'

/** An item that was deleted and one that never was are alike. */
const stillSeen = (seen: string | undefined): Condition =>
  seen === undefined
    ? { expression: 'attribute_not_exists(pk)' }
    : { expression: '#at = :seen', names: { '#at': 'at' }, values: { ':seen': seen } }

export function createDrafts(dynamo: Dynamo): DraftStore {
  return {
    async of(account, conversation) {
      const [item] = await dynamo.getMany([draftKey(account, conversation)])
      return item && (JSON.parse(String(item['meta'])) as Draft)
    },
    keep(account, conversation, draft, seen) {
      const key = draftKey(account, conversation)
      return draft
        ? dynamo.put({ ...key, at: draft.at, meta: JSON.stringify(draft) }, stillSeen(seen))
        : dynamo.delete(key, stillSeen(seen))
    },
  }
}
