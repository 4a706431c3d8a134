/** What numbers of a company are checked by. It is heavy, so it comes once somebody edits; the server checks in any case. */
import { useEffect, useState } from 'react'
import type { CompanyFormats } from '../../../shared/rules/company.ts'
import { loadPart } from '../../ui/late-part.ts'

const load = () => import('../../../shared/rules/company-formats.ts').then((m) => m.companyFormats)

export function useFormats(isEditing: boolean): CompanyFormats | undefined {
  const [formats, setFormats] = useState<CompanyFormats>()
  const isNeeded = isEditing && formats === undefined
  useEffect(() => {
    if (!isNeeded) return
    let isHere = true
    void loadPart(load)
      .then((loaded) => isHere && setFormats(loaded))
      .catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [isNeeded])
  return formats
}
