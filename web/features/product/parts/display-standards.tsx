import Button from '@cloudscape-design/components/button'
import { useCallback, useMemo } from 'react'
import type { Localized } from '../../../../shared/model/basics.ts'
import type { PublicStandard } from '../../../../shared/rules/public-display.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { LocalizedInput } from '../../../ui/localized.tsx'
import { useLastChange } from '../last-changes.ts'
import {
  displayOf,
  hasOwnOrder,
  shownStandards,
  withLimitation,
  withMoved,
  withUsualOrder,
} from '../model/display.ts'
import { baseList } from '../model/draft.ts'
import { useDraftPart, useEffective, useProductPage } from '../page-context.ts'
import { useProblem } from '../use-problems.ts'
import { MoveButtons, RowActionsHead, useMoveLabels } from './row-actions.tsx'
import { ProductSection } from './section.tsx'

/** The standards of the list as the public sees them: in their order, with their limits. */
export function DisplayStandards() {
  const t = useTexts('product')
  const moveLabels = useMoveLabels()
  const { list, lookup, editor } = useProductPage()
  const display = useDraftPart((draft) => displayOf(draft, list))
  const standards = useMemo(() => shownStandards(lookup, list, display), [lookup, list, display])
  const lastChange = useLastChange('_display', useEffective('_display'))
  const move = useCallback(
    (standard: string, by: -1 | 1) =>
      editor.change((d) => {
        const ids = shownStandards(lookup, list, displayOf(d, list)).map(({ id }) => id)
        return withMoved(d, list, ids, standard, by)
      }),
    [editor, lookup, list],
  )
  return (
    <ProductSection
      section="standards"
      title={t('display.title')}
      note={list !== baseList && standards.length > 0 ? t('source.listOwn') : undefined}
      canEdit={standards.length > 0}
    >
      {(isEditing) => (
        <div className="product-rows">
          {standards.length === 0 ? (
            <span className="product-muted">{t('approvals.none')}</span>
          ) : (
            <table aria-label={t('display.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('display.standard')}</th>
                  <th scope="col">{t('display.limitation')}</th>
                  {isEditing && <RowActionsHead />}
                </tr>
              </thead>
              <tbody>
                {standards.map((standard, index) => (
                  <tr key={standard.id}>
                    <td className="product-cell-name">{lookup.title(standard.name)}</td>
                    <td className="product-display-limitation">
                      {isEditing ? (
                        <LimitationEditor standard={standard} />
                      ) : (
                        <>
                          <span className="product-value">{lookup.text(standard.limitation)}</span>
                          {standard.isOwnLimitation && (
                            <div className="product-field-hint">{t('source.direct')}</div>
                          )}
                        </>
                      )}
                    </td>
                    {isEditing && (
                      <td className="product-row-actions">
                        <MoveButtons
                          labels={moveLabels(lookup.title(standard.name))}
                          isFirst={index === 0}
                          isLast={index === standards.length - 1}
                          onMove={(by) => move(standard.id, by)}
                        />
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {isEditing && hasOwnOrder(display) && (
            <div>
              <Button
                variant="inline-link"
                iconName="undo"
                onClick={() => editor.change((d) => withUsualOrder(d, list))}
              >
                {t('display.usualOrder')}
              </Button>
            </div>
          )}
          {lastChange && <div className="product-field-change">{lastChange}</div>}
        </div>
      )}
    </ProductSection>
  )
}

/** The list's own limits of this product; what else is shown is said below. */
function LimitationEditor({ standard }: { standard: PublicStandard }) {
  const t = useTexts('product')
  const { list, lookup, editor } = useProductPage()
  const { id } = standard
  const path = `/listData/${list}/_display/standards/${id}`
  const problem = useProblem(path)
  const { place, control } = useFieldPlace(path)
  const own = useDraftPart((draft) => displayOf(draft, list)?.standards?.[id]?.limitation)
  const usual = lookup.text(lookup.standards.get(id)?.data.limitation)
  return (
    <div ref={place}>
      <LocalizedInput
        focusRef={control}
        ariaLabel={t('display.limitationOf', { standard: lookup.title(standard.name) })}
        invalid={problem !== undefined}
        value={own}
        onChange={(next: Localized) => editor.change((d) => withLimitation(d, list, id, next))}
      />
      {usual && <div className="product-field-hint">{t('display.usual', { text: usual })}</div>}
      <FieldError text={problem} />
    </div>
  )
}
