/** Who a company of the product is and how it is reached, read when somebody asks for it. */
import Link from '@cloudscape-design/components/link'
import { load } from '../../../../shared/calls/bml/company/load.ts'
import { countryName } from '../../../../shared/rules/country-name.ts'
import { useReference } from '../../../api/reference.ts'
import { useCall } from '../../../api/use-call.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { useTitle } from '../../../ui/localized.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { orderedRows } from '../model/draft.ts'

/** `list`: whose contact is shown where it has one of its own. */
export function CompanyFacts({ id, list }: { id: string; list: string }) {
  const t = useTexts('companies')
  const product = useTexts('product')
  const title = useTitle()
  const { locale } = useLocale()
  const { countries, institutions } = useReference()
  const { data: company, error, mutate } = useCall(load, { id })
  if (error && !company) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!company) return <SkeletonLines lines={3} />

  const { baseData, addresses, contactPersons } = company.data
  const [mainAddress] = orderedRows(addresses).filter(({ type }) => type === 'main')
  const country = countryName(countries.get(mainAddress?.country ?? '')?.data, locale)
  const people = orderedRows(contactPersons)
  const person = people.find(({ lists }) => lists.includes(list)) ?? people.find(({ isMain }) => isMain)
  const institution = institutions.get(baseData.institution ?? '')
  const place = [mainAddress?.zip, mainAddress?.city].filter(Boolean).join(' ')
  const lines = [mainAddress?.street, place, country].filter(Boolean)
  const mail = (address: string | undefined) =>
    address ? <Link href={`mailto:${address}`}>{address}</Link> : undefined
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ')
  const facts: [label: string, value: Fact[1] | undefined][] = [
    [t('field.companyAbbreviation'), baseData.companyAbbreviation],
    [t('field.customerNumber'), baseData.customerNumber || undefined],
    [t('field.euControlNumber'), baseData.euControlNumber],
    [t('address.type.main'), lines.length > 0 ? lines.join('\n') : undefined],
    [t('field.phone'), mainAddress?.phone || mainAddress?.mobile],
    [t('field.email'), mail(mainAddress?.email)],
    [
      t('contact.one'),
      person && (
        <>
          {[name, person.phone || person.mobile].filter(Boolean).join('\n')}
          {person.email && <div>{mail(person.email)}</div>}
        </>
      ),
    ],
    [t('field.institution'), institution && title(institution.data.title)],
  ]
  const known = facts.filter((fact): fact is [string, Fact[1]] => Boolean(fact[1]))
  return known.length > 0 ? (
    <Facts facts={known} isColumns />
  ) : (
    <span className="product-muted">{product('companies.noFacts')}</span>
  )
}
