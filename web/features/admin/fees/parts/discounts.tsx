/** Discounts of a scope: categories, each with all below it, and their percent. */
import Box from '@cloudscape-design/components/box'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import FormField from '@cloudscape-design/components/form-field'
import Header from '@cloudscape-design/components/header'
import { useMemo, useRef, useState } from 'react'
import { type FeeScope, feeScopes } from '../../../../../shared/model/fee-schedule.ts'
import { categoryPath } from '../../../../../shared/rules/category-path.ts'
import { useReference } from '../../../../api/reference.ts'
import { useEdited, useIssue, useTyping } from '../../../../ui/entity-editor.ts'
import { useFieldPlace } from '../../../../ui/field-places.ts'
import { useFocusNext } from '../../../../ui/focus.ts'
import { setAt } from '../../../../ui/json-at.ts'
import { useTitle } from '../../../../ui/localized.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import type { TreeEntry } from '../../../../ui/tree.ts'
import { TreePicker } from '../../../../ui/tree-picker.tsx'
import { type DiscountRow, discountsOf } from '../model/schedule.ts'
import { useFeeIssueWords } from '../use-issue-words.ts'
import type { FeeContext } from './fee-field.tsx'

/** What a new discount is, as the schema has it. */
const usualPercent = 50

export function DiscountsSection(props: FeeContext) {
  const t = props.words.fees
  return (
    <Container
      header={
        <Header variant="h2" description={t('discountsText')}>
          {t('discounts')}
        </Header>
      }
    >
      <div className="fees-columns">
        {feeScopes.map((scope) => (
          <section
            key={scope}
            aria-label={t('inScope', { what: t('discounts'), scope: t(`scope.${scope}`) })}
          >
            <Box variant="h4" tagOverride="h3" padding={{ bottom: 'xs' }}>
              {t(`scope.${scope}`)}
            </Box>
            <Discounts {...props} scope={scope} />
          </section>
        ))}
      </div>
    </Container>
  )
}

function useCategoryEntries(): TreeEntry[] {
  const { categories } = useReference()
  const title = useTitle()
  return useMemo(
    () =>
      [...categories.values()].map(({ id, data, disabled }) => ({
        id,
        title: title(data.title),
        order: data.order,
        disabled: disabled || data.disabled,
        ...(data.parent !== undefined && { parent: data.parent }),
        ...(data.mainCategoryKey !== undefined && { mainCategoryKey: data.mainCategoryKey }),
      })),
    [categories, title],
  )
}

function Discounts(props: FeeContext & { scope: FeeScope }) {
  const { editor, words, isEditable, scope } = props
  const t = words.fees
  const rows = useEdited(editor, ({ draft }) => discountsOf(draft, scope))
  const [isPicking, setPicking] = useState(false)
  const entries = useCategoryEntries()
  const focusNext = useFocusNext()
  const adder = useRef<ButtonProps.Ref>(null)
  const percents = useRef(new Map<string, { focus(): void; select?(): void }>())
  const set = (next: readonly DiscountRow[]) =>
    editor.change((draft) => setAt(draft, [scope, 'discounts'], next))
  const add = (category: string) => {
    setPicking(false)
    if (!rows.some((row) => row.category === category)) set([...rows, { category, percent: usualPercent }])
    // What is proposed is overwritten by typing.
    focusNext(() => {
      percents.current.get(category)?.focus()
      percents.current.get(category)?.select?.()
    })
  }
  const remove = (at: number) => {
    // What was typed and cannot be read is known by the place of its row, and rows move up.
    rows.forEach((_, row) => {
      if (row >= at) editor.setUnread(`/${scope}/discounts/${row}/percent`, undefined)
    })
    set(rows.toSpliced(at, 1))
    focusNext(() => adder.current?.focus())
  }
  return (
    <>
      {rows.length === 0 ? (
        <Box color="text-body-secondary" padding={{ bottom: 's' }}>
          {t('discount.none')}
        </Box>
      ) : (
        <ul className="fees-discounts">
          {rows.map((row, at) => (
            <Discount
              key={row.category}
              {...props}
              row={row}
              at={at}
              focusRef={(control) => {
                if (control) percents.current.set(row.category, control)
                else percents.current.delete(row.category)
              }}
              onChange={(percent) => set(rows.with(at, { ...row, percent }))}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      {isEditable && (
        <Button
          ref={adder}
          iconName="add-plus"
          ariaLabel={t('inScope', { what: t('discount.add'), scope: t(`scope.${scope}`) })}
          onClick={() => setPicking(true)}
        >
          {t('discount.add')}
        </Button>
      )}
      {isPicking && (
        <TreePicker
          title={t('discount.pick')}
          verb={t('discount.take')}
          treeLabel={t('discount.tree')}
          filterLabel={t('discount.filter')}
          hasNumbers
          entries={entries}
          selected={undefined}
          onSelect={add}
          onCancel={() => setPicking(false)}
        />
      )}
    </>
  )
}

interface DiscountProps extends FeeContext {
  scope: FeeScope
  row: DiscountRow
  at: number
  focusRef(control: { focus(): void; select?(): void } | null): void
  onChange(percent: number | undefined): void
  onRemove(): void
}
function Discount({ editor, words, isEditable, scope, row, at, ...on }: DiscountProps) {
  const t = words.fees
  const { categories } = useReference()
  const path = `/${scope}/discounts/${at}/percent`
  const issue = useIssue(editor, path)
  const typing = useTyping(editor, path)
  const say = useFeeIssueWords()
  const { place, control } = useFieldPlace(path)
  const name = words.category(row.category)
  const above = categoryPath(row.category, categories).slice(1).toReversed().map(words.category)
  return (
    <li ref={place} onBlur={() => editor.touch(path)}>
      <span className="fees-category">
        {name}
        {above.length > 0 && <small>{above.join(' › ')}</small>}
      </span>
      <FormField errorText={issue && say(issue)}>
        <NumberField
          unit="%"
          focusRef={(element) => {
            control(element)
            on.focusRef(element)
          }}
          ariaLabel={t('discount.percentOf', { category: name })}
          disabled={!isEditable}
          invalid={issue !== undefined}
          value={row.percent}
          typing={typing}
          onChange={on.onChange}
        />
      </FormField>
      <span className="fees-unit">%</span>
      {isEditable && (
        <Button
          variant="icon"
          iconName="remove"
          ariaLabel={t('discount.remove', { category: name })}
          onClick={on.onRemove}
        />
      )}
    </li>
  )
}
