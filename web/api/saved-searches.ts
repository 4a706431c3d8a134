/** The search behind an id. */
import { get } from '../../shared/calls/eav/entity/get.ts'
import { type EntityOf, isOfClass } from '../../shared/model/entity-data.ts'
import { useCall } from './use-call.ts'

export type SavedSearchEntity = EntityOf<'savedsearch'>

/** `undefined` as id reads nothing. */
export function useSavedSearch(id: string | undefined) {
  const { data, ...call } = useCall(get, id === undefined ? null : { id })
  return { ...call, search: isOfClass('savedsearch', data) ? data : undefined }
}
