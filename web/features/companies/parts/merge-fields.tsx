/** The two companies side by side: fields to choose, then rows to keep. */
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import type { MergeChoices } from '../../../../shared/jobs/merge.ts'
import type { Pair } from '../../../../shared/rules/company-merge.ts'
import { useTexts } from '../../../texts/texts.ts'
import {
  type FieldChoice,
  fieldChoices,
  isTaken,
  type RowChoice,
  rowChoices,
  withRow,
} from '../model/merge.ts'
import type { Words } from '../model/titles.ts'

interface Props {
  pair: Pair
  words: Words
  choices: MergeChoices
  onChange(choices: MergeChoices): void
}

/** One field: whose value it gets. The arrows go from one to the other. */
function FieldRow({
  field,
  choices,
  onChange,
}: { field: FieldChoice } & Pick<Props, 'choices' | 'onChange'>) {
  const t = useTexts('companies')
  const chosen = choices.values[field.key] ?? 'survivor'
  const option = (side: 'survivor' | 'merged' | 'both', text: string) => (
    <label className="companies-merge-option" data-chosen={chosen === side ? '' : undefined}>
      <input
        type="radio"
        name={`merge-${field.key}`}
        checked={chosen === side}
        onChange={() => onChange({ ...choices, values: { ...choices.values, [field.key]: side } })}
      />
      <span>{text || t('merge.nothing')}</span>
    </label>
  )
  return (
    <div role="radiogroup" aria-label={field.title} className="companies-merge-row">
      <div className="companies-merge-title">{field.title}</div>
      {option('survivor', field.survivor)}
      {option('merged', field.merged)}
      {field.hasBoth && <div className="companies-merge-both">{option('both', t('merge.both'))}</div>}
    </div>
  )
}

function Rows({
  title,
  rows,
  choices,
  onChange,
}: { title: string; rows: readonly RowChoice[] } & Pick<Props, 'choices' | 'onChange'>) {
  const t = useTexts('companies')
  if (rows.length === 0) return null
  const column = (side: RowChoice['side']) => (
    <div className="companies-merge-column">
      {rows
        .filter((row) => row.side === side)
        .map((row) => (
          <label
            key={row.path}
            className="companies-merge-option"
            data-chosen={isTaken(choices, row) ? '' : undefined}
          >
            <input
              type="checkbox"
              checked={isTaken(choices, row)}
              onChange={({ target }) => onChange(withRow(choices, row, target.checked))}
            />
            <span>
              <strong>{row.title}</strong>
              {row.isMain && ` · ${t('field.isMain')}`} <br />
              {row.text}
            </span>
          </label>
        ))}
    </div>
  )
  return (
    <fieldset aria-label={title} className="companies-merge-row">
      <div className="companies-merge-title">{title}</div>
      {column('survivor')}
      {column('merged')}
    </fieldset>
  )
}

export function MergeFields({ pair, words, choices, onChange }: Props) {
  const t = useTexts('companies')
  const { differing, same } = fieldChoices(pair, words)
  const contacts = rowChoices(pair, 'contactPersons', words)
  const mains = contacts.filter(({ isMain }) => isMain)
  const mainOf = (side: RowChoice['side']) => mains.find((row) => row.side === side)
  const isMainChosen = new Set(mains.map(({ side }) => side)).size === 2
  const shared = { choices, onChange }
  return (
    <div className="companies-merge">
      {differing.map((field) => (
        <FieldRow key={field.key} field={field} {...shared} />
      ))}
      {isMainChosen && (
        <div role="radiogroup" aria-label={t('field.isMain')} className="companies-merge-row">
          <div className="companies-merge-title">{t('field.isMain')}</div>
          {(['survivor', 'merged'] as const).map((side) => (
            <label
              key={side}
              className="companies-merge-option"
              data-chosen={choices.mainContact === side ? '' : undefined}
            >
              <input
                type="radio"
                name="merge-mainContact"
                checked={choices.mainContact === side}
                onChange={() => onChange({ ...choices, mainContact: side })}
              />
              <span>{mainOf(side)?.title}</span>
            </label>
          ))}
        </div>
      )}
      <Rows title={t('section.addresses')} rows={rowChoices(pair, 'addresses', words)} {...shared} />
      <Rows title={t('section.contacts')} rows={contacts} {...shared} />
      {same.length > 0 && (
        <ExpandableSection headerText={t('merge.same', { count: same.length })}>
          {same.map(({ key, title, survivor }) => (
            <div key={key} className="companies-merge-row">
              <div className="companies-merge-title">{title}</div>
              <div className="companies-merge-same">{survivor}</div>
            </div>
          ))}
        </ExpandableSection>
      )}
    </div>
  )
}
