import type { Draft } from '../../shared/model/conversation-view.ts'

/**
 * What each person has begun to write in a conversation. It lies beside the conversation: typing is no revision of it, nothing of its
 * history and nothing that the index holds. Erasing the conversation takes it away.
 * Errors: `too_many_requests`, `storage_full`: nothing was written, and the same may succeed a moment later.
 */
export interface DraftStore {
  of(account: string, conversation: string): Promise<Draft | undefined>
  /**
   * Keeps the draft, or takes it away (undefined), where it still is the one of `seen` (its `at`; undefined: there is none). False where
   * another window of the person has kept something else meanwhile; nothing was written then.
   */
  keep(
    account: string,
    conversation: string,
    draft: Draft | undefined,
    seen: string | undefined,
  ): Promise<boolean>
}
/** For those who change nothing. */
export type DraftReader = Pick<DraftStore, 'of'>
