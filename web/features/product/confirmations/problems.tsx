/** What keeps a product from being confirmed, each with a link to where it is mended. */

import type { Mend } from '../../../../shared/model/confirmation.ts'
import { companyHref, productHref } from '../../../frame/links.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { useProductPage } from '../page-context.ts'

export interface Problem {
  key: string
  message: string
  mend: Mend
}
const tabs: Partial<Record<Mend['place'], string>> = { approvals: 'approvals', display: 'display' }

const hrefOf = ({ place, product = '', list = '', company = '' }: Mend): string => {
  if (place === 'company') return companyHref(company)
  const tab = tabs[place]
  return `${productHref(product, list)}${tab === undefined ? '' : `?tab=${tab}`}`
}

export function Problems({
  label,
  problems,
  companies,
  onFollow,
}: {
  label: string
  problems: readonly Problem[]
  /** Names of companies. */
  companies: Readonly<Record<string, string>>
  onFollow(): void
}) {
  const t = useTexts('confirmations')
  const errorText = useErrorText()
  const { lookup, words } = useProductPage()
  return (
    <div className="confirmation-problems">
      <p>{label}</p>
      <ul aria-label={label}>
        {problems.map(({ key, message, mend }) => {
          const { place, list, company = '' } = mend
          const name = companies[company] ?? words.nameOf(company) ?? t('someCompany')
          return (
            <li key={`${key} ${list} ${company}`}>
              {errorText({ message, details: { key } })}{' '}
              <ScreenLink href={hrefOf(mend)} onFollow={onFollow}>
                {t(`mend.${place}`, {
                  company: name,
                  list: list === undefined ? '' : lookup.listTitle(list),
                })}
              </ScreenLink>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
