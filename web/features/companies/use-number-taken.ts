/** Is a typed customer number another company's? Asked while typing; the server refuses it in any case. */
import { useEffect, useMemo, useState } from 'react'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import type { Issue } from '../../../shared/errors.ts'
import type { CompanyView } from '../../../shared/model/company.ts'
import { useCall } from '../../api/use-call.ts'

const none: readonly Issue[] = []
export const numberPath = '/baseData/customerNumber'

/** The message at the number, once the search has answered. The company itself and zero are ignored. */
export function useNumberTaken(view: CompanyView, typed: number): readonly Issue[] {
  const own = view.data.baseData.customerNumber ?? 0
  const [asked, setAsked] = useState(own)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useCall(
    execute,
    asked === 0 || asked === own
      ? null
      : {
          entityClass: 'company',
          attributeFilter: { field: 'customerNumber', comparison: 'eq', value: asked },
          pagination: { start: 0, limit: 2 },
          onlyIds: true,
        },
    { cancelStale: true },
  )
  const isTaken = typed === asked && asked !== own && (data?.list ?? []).some((id) => id !== view.id)
  return useMemo<readonly Issue[]>(
    () =>
      isTaken
        ? [
            {
              path: numberPath,
              expected: 'the customer number is taken',
              key: 'companyNumberTaken',
            },
          ]
        : none,
    [isTaken],
  )
}
