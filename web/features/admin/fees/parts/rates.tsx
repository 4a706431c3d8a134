/** The fees of both scopes in one table: each with what it is charged for. */
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import { feeScopes, feeTypes } from '../../../../../shared/model/fee-schedule.ts'
import { useEdited } from '../../../../ui/entity-editor.ts'
import { type FeeContext, RateField } from './fee-field.tsx'

export function RatesSection(props: FeeContext) {
  const { editor, words } = props
  const currency = useEdited(editor, ({ draft }) => String(draft['currency'] ?? ''))
  const t = words.fees
  return (
    <Container
      header={
        <Header variant="h2" description={t('rates.text')}>
          {t('rates.title', { currency })}
        </Header>
      }
    >
      <table className="fees-rates">
        <thead>
          <tr>
            <th scope="col">{t('rates.fee')}</th>
            {feeScopes.map((scope) => (
              <th key={scope} scope="col">
                {t(`scope.${scope}`)}
                <small>{t(`scopeHint.${scope}`)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {feeTypes.map((type) => (
            <tr key={type}>
              <th scope="row">
                {t(`type.${type}`)}
                <small>{t(`typeHint.${type}`)}</small>
              </th>
              {feeScopes.map((scope) => (
                <td key={scope}>
                  <RateField
                    {...props}
                    path={`/${scope}/${type}`}
                    label={t('inScope', { what: t(`type.${type}`), scope: t(`scope.${scope}`) })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Container>
  )
}
