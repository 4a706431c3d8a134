/** What will point to the company that stays, in numbers. */
import Box from '@cloudscape-design/components/box'
import type { JobPreview } from '../../../../shared/model/job.ts'
import { labelled, useTexts } from '../../../texts/texts.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import type { Words } from '../model/titles.ts'

export function MergeEffects({ preview, words }: { preview: JobPreview; words: Words }) {
  const t = useTexts('companies')
  const { format } = useNumberFormat()
  const { result, total } = preview
  if (total === 0) return <Box color="text-body-secondary">{t('merge.namedByNothing')}</Box>
  const {
    product = 0,
    account = 0,
    listing_confirmation: confirmation = 0,
    invoice = 0,
    savedsearch = 0,
    more = 0,
  } = result
  const deleted = Object.entries(result).reduce(
    (sum, [key, n]) => (key.startsWith('deleted/') ? sum + n : sum),
    0,
  )
  const roles = Object.entries(result).flatMap(([key, n]) => {
    const [kind, list = '', role = ''] = key.split('/')
    return kind === 'role' ? [{ key, text: labelled(words.list(list), t(`merge.role.${role}`)), n }] : []
  })
  const other = total - product - account - confirmation - invoice - savedsearch - deleted
  const lines = Object.entries({
    product,
    account,
    confirmation,
    invoice,
    savedsearch,
    deleted,
    other,
  }).filter(([, n]) => n > 0)
  return (
    <ul className="companies-merge-effects">
      {lines.map(([key, n]) => (
        <li key={key}>
          {t(`merge.names.${key}`, { count: n, number: format(n) })}
          {key === 'product' && roles.length > 0 && (
            <ul>
              {roles.map((one) => (
                <li key={one.key}>
                  {one.text}: {format(one.n)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
      {more > 0 && <li>{t('merge.names.more')}</li>}
    </ul>
  )
}
