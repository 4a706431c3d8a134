import type { Locale } from '../../../shared/constants.ts'
import { useSession } from '../../api/session.tsx'
import { useFieldLanguages } from '../../ui/localized.tsx'

/** Languages of multilingual fields: the list's, where the person prefers them and the list has some, else their own. */
export function useLanguagesOf(ofList: readonly Locale[] = []): readonly Locale[] {
  const own = useFieldLanguages()
  const isPreferred = useSession().userData.overrideMultiLangFieldsWithListData === true
  return isPreferred && ofList.length > 0 ? ofList : own
}
