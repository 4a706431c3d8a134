/** Companies that the new one may be already, and why. Each opens beside, so that nothing typed is lost. */
import Box from '@cloudscape-design/components/box'
import Icon from '@cloudscape-design/components/icon'
import { Link } from 'react-router-dom'
import { companyHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { Similar } from '../model/similar.ts'

export function SimilarCompanies({ similar }: { similar: readonly Similar[] }) {
  const t = useTexts('companies')
  return (
    <div role="status">
      {similar.length > 0 && (
        <>
          <Box color="text-body-secondary">{t('new.similar', { count: similar.length })}</Box>
          <ul className="companies-similar">
            {similar.map(({ id, name, city, customerNumber, reasons }) => (
              <li key={id}>
                <Link to={companyHref(id)} target="_blank" rel="noopener">
                  {name || t('unnamed')} <Icon name="external" ariaLabel={t('new.opens')} />
                </Link>
                <div className="companies-similar-why">
                  {[
                    ...(city ? [city] : []),
                    ...(customerNumber ? [t('badge.number', { number: customerNumber })] : []),
                  ].map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                  <strong>
                    {reasons
                      .map((r) => t(`new.reason.${r.key}`, 'name' in r ? { name: r.name } : {}))
                      .join(', ')}
                  </strong>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
