import Button from '@cloudscape-design/components/button'
import type { Missing } from '../../../../shared/calls/bml/product/getapprovals.ts'
import { useTexts } from '../../../texts/texts.ts'
import { placeOf } from '../model/place.ts'
import { useProductPage } from '../page-context.ts'

/** What is missing, each leading to its place where it can be entered. */
export function MissingList({
  missing,
  label,
  onStandard,
}: {
  missing: readonly Missing[]
  label: string
  /** Leads to another standard of the list. */
  onStandard?: ((standard: string) => void) | undefined
}) {
  const t = useTexts('product')
  const { view, lookup, words, isEditable, showPlace } = useProductPage()
  const textOf = ({ key, path, title, standard }: Missing) => {
    if (standard !== undefined)
      return t('approvals.lacks.approvalDependency', { standard: lookup.standardTitle(standard) })
    if (key === 'checklistUnmet') return t('approvals.lacks.checklistUnmet', { title: lookup.title(title) })
    if (key === 'approvalCompany' || key === 'approvalDistributor') return t(`approvals.lacks.${key}`)
    return t('approvals.lacks.value', {
      field: placeOf(path, words, view.data).title,
      problem: t([`problem.${key}`, 'problem.wrong']),
    })
  }
  const leadOf = ({ path, standard }: Missing) => {
    if (!isEditable) return undefined
    if (standard !== undefined) return onStandard && (() => onStandard(standard))
    return () => showPlace(path)
  }
  return (
    <ul className="product-plain" aria-label={label}>
      {missing.map((one) => {
        const lead = leadOf(one)
        return (
          <li key={`${one.key} ${one.path}`}>
            {lead ? (
              <Button variant="inline-link" onClick={lead}>
                {textOf(one)}
              </Button>
            ) : (
              textOf(one)
            )}
          </li>
        )
      })}
    </ul>
  )
}
