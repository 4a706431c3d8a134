import { useCallback } from 'react'
import { get } from '../../../../shared/calls/eav/entity/get.ts'
import { execute } from '../../../../shared/calls/search/search/execute.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { useKeepAnswer, useRefresh } from '../../../api/use-call.ts'

/** Keeps what was written where its page and the list read it. */
export function useWritten() {
  const keep = useKeepAnswer()
  const refresh = useRefresh()
  return useCallback(
    async (entity: Entity) => {
      await keep(get, { id: entity.id }, entity)
      void refresh(execute)
    },
    [keep, refresh],
  )
}
