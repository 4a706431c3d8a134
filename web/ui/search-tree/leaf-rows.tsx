/** The controls of one condition of a tree, by its type. */
import Input from '@cloudscape-design/components/input'
import Select, { type SelectProps } from '@cloudscape-design/components/select'
import { type ReactNode, type Ref, useRef } from 'react'
import { approvalRanges, type SearchNode } from '../../../shared/search/tree.ts'
import { useTexts } from '../../texts/texts.ts'
import { useFocusNext } from '../focus.ts'
import { ChoiceField } from './choice-field.tsx'
import { DayControl } from './day-control.tsx'
import { type Comparator, comparatorKey, comparatorsFor, fieldsIn, type TreeFields } from './fields.ts'
import { openOnTyping } from './open-on-typing.ts'
import { Choices, ValueControl } from './value-control.tsx'

type Of<T extends SearchNode['type']> = Extract<SearchNode, { type: T }>
/** What the controls of Cloudscape give as their refs have in common. */
export interface Focusable {
  focus(): void
}
interface RowProps<T extends SearchNode['type']> {
  node: Of<T>
  fields: TreeFields
  /** Path of the rows that the condition is asked of; undefined: any. */
  rows: string | undefined
  onChange(node: SearchNode): void
  /** Gets the first control. */
  ref: Ref<Focusable>
}

function SimpleRow({ node, fields, rows, onChange, ref }: RowProps<'simple'>) {
  const t = useTexts('search')
  const offered = fieldsIn(fields, rows)
  const field = fields.byName.get(node.field)
  const groups = fields.groups.flatMap(({ id, title }) => {
    const options = offered
      .filter(({ group }) => group === id)
      .map(({ key, title: label }) => ({ value: key, label }))
    return options.length > 0 ? [{ label: title, options }] : []
  })
  const comparators = field ? comparatorsFor(field) : []
  const says = (comparator: Comparator) => t(comparatorKey(field, comparator))
  const comparing = useRef<SelectProps.Ref>(null)
  const focusNext = useFocusNext()
  const chosen =
    node.field === ''
      ? null
      : { value: node.field, label: field?.title ?? t('unknownField', { field: node.field }) }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the button inside */}
      <div onKeyDown={openOnTyping}>
        <Select
          ref={ref}
          ariaLabel={t('field')}
          placeholder={t('chooseField')}
          filteringType="auto"
          filteringAriaLabel={t('field')}
          options={groups}
          selectedOption={chosen}
          invalid={node.field !== '' && !field}
          onChange={({ detail }) => {
            const name = detail.selectedOption.value ?? ''
            const next = fields.byName.get(name)
            const [first = 'eq'] = next ? comparatorsFor(next) : []
            onChange({ type: 'simple', field: name, comparator: first })
            focusNext(() => comparing.current?.focus())
          }}
          expandToViewport
          virtualScroll={offered.length > 200}
        />
      </div>
      {field && (
        <Select
          ref={comparing}
          ariaLabel={t('comparatorOf', { field: field.title })}
          options={comparators.map((value) => ({ value, label: says(value) }))}
          selectedOption={{ value: node.comparator, label: says(node.comparator) }}
          onChange={({ detail }) => {
            const comparator = detail.selectedOption.value as Comparator
            const { value, ...rest } = node
            // Only "is" takes several.
            const left = comparator !== 'eq' && Array.isArray(value) ? value[0] : value
            onChange(
              comparator === 'exists' || left === undefined
                ? { ...rest, comparator }
                : { ...rest, value: left, comparator },
            )
          }}
          expandToViewport
        />
      )}
      {field && (
        // What is wrong with it stands below it, not in the next line.
        <div>
          <ValueControl node={node} field={field} fields={fields} onChange={onChange} />
        </div>
      )}
    </>
  )
}

function ExternalRow({ node, onChange, ref }: RowProps<'external'>) {
  const t = useTexts('search')
  const comparators = ['eq', 'begins', 'contains'] as const
  return (
    <>
      <Named text={t('external')} />
      <Select
        ref={ref}
        ariaLabel={t('comparatorOf', { field: t('external') })}
        options={comparators.map((value) => ({ value, label: t(`comparator.${value}`) }))}
        selectedOption={{ value: node.comparator, label: t(`comparator.${node.comparator}`) }}
        onChange={({ detail }) =>
          onChange({ ...node, comparator: detail.selectedOption.value as (typeof comparators)[number] })
        }
        expandToViewport
      />
      <Input
        ariaLabel={t('valueOf', { field: t('external') })}
        value={node.value}
        placeholder={t('text')}
        onChange={({ detail }) => onChange({ ...node, value: detail.value })}
      />
    </>
  )
}

function ApprovalRow({ node, fields, onChange, ref }: RowProps<'approval'>) {
  const t = useTexts('search')
  const { from, until, ...rest } = node
  return (
    <>
      <Select
        ref={ref}
        ariaLabel={t('approval.range')}
        options={approvalRanges.map((value) => ({
          value,
          label: t(`approval.ranges.${value}.title`),
          description: t(`approval.ranges.${value}.text`),
        }))}
        selectedOption={{ value: node.range, label: t(`approval.ranges.${node.range}.title`) }}
        onChange={({ detail }) =>
          onChange({ ...node, range: detail.selectedOption.value as typeof node.range })
        }
        expandToViewport
      />
      <Choices
        label={t('approval.standards')}
        placeholder={t('approval.anyStandard')}
        options={fields.standards}
        values={node.standards}
        onChange={(standards) => onChange({ ...node, standards })}
      />
      <div className="il-tree-days">
        <span>{t('approval.fromDay')}</span>
        <DayControl
          label={t('approval.fromDay')}
          day={from}
          onChange={(day) => onChange({ ...rest, ...(day && { from: day }), ...(until && { until }) })}
        />
        <span>{t('approval.untilDay')}</span>
        <DayControl
          label={t('approval.untilDay')}
          day={until}
          onChange={(day) => onChange({ ...rest, ...(from && { from }), ...(day && { until: day }) })}
        />
      </div>
    </>
  )
}

function CompanyRow({ node, fields, onChange, ref }: RowProps<'company'>) {
  const t = useTexts('search')
  return (
    <>
      <Named text={t('company.title')} />
      <Choices
        ref={ref}
        label={t('company.roles')}
        placeholder={t('company.anyRole')}
        options={fields.roles}
        values={node.roles}
        onChange={(roles) => onChange({ ...node, roles })}
      />
      <ChoiceField
        label={t('company.companies')}
        placeholder={t('company.anyCompany')}
        field={{ loader: 'company' }}
        fields={fields}
        values={node.companies}
        onChange={(companies) => onChange({ ...node, companies })}
      />
    </>
  )
}

function ReferenceRow({ node, fields, onChange, ref }: RowProps<'reference'>) {
  const t = useTexts('search')
  const field = fields.byName.get(node.field)
  const title = field?.title ?? t('unknownField', { field: node.field })
  return (
    <>
      <Named text={title} />
      <Named text={t('comparator.eq')} />
      <ChoiceField
        ref={ref}
        label={t('valueOf', { field: title })}
        field={field ?? {}}
        fields={fields}
        values={node.ids}
        onChange={(ids) => onChange({ ...node, ids })}
      />
    </>
  )
}

const Named = ({ text }: { text: string }) => <span className="il-tree-named">{text}</span>

const rowOf: {
  [T in Exclude<SearchNode['type'], 'combined' | 'tablerow' | 'nop'>]: (props: RowProps<T>) => ReactNode
} = {
  simple: SimpleRow,
  external: ExternalRow,
  approval: ApprovalRow,
  company: CompanyRow,
  reference: ReferenceRow,
}

export function LeafRow(props: {
  node: Exclude<SearchNode, { type: 'combined' | 'tablerow' | 'nop' }>
  fields: TreeFields
  rows: string | undefined
  onChange(node: SearchNode): void
  ref: Ref<Focusable>
}) {
  const Row = rowOf[props.node.type] as (props: object) => ReactNode
  return <Row {...props} />
}
