/** The search that is open: its name, what it asks, and what can be done with it. */
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useTexts } from '../../../texts/texts.ts'
import type { OpenSearch } from './use-search.ts'

export function OpenBar(props: {
  search: OpenSearch
  sentence: string
  /** The title of the list that it asks of. */
  list: string | undefined
  onBuild(): void
  onSave(): void
  onClose(): void
}) {
  const t = useTexts('search')
  const { sentence, list } = props
  const { saved, isChanged } = props.search
  const title = saved?.data.title ?? ''
  return (
    <div className="il-search-open">
      <strong>{saved ? (isChanged ? t('open.changed', { title }) : title) : t('open.own')}</strong>
      <span className="il-search-sentence" title={sentence}>
        {list === undefined ? sentence || t('build.nothing') : t('open.inList', { list, sentence })}
      </span>
      <SpaceBetween direction="horizontal" size="xs" alignItems="center">
        <Button variant="inline-link" onClick={props.onBuild}>
          {t('open.edit')}
        </Button>
        {(isChanged || !saved || saved.data.isTemporary) && (
          <Button variant="inline-link" onClick={props.onSave}>
            {t('save.verb')}
          </Button>
        )}
        <Button variant="icon" iconName="close" ariaLabel={t('open.close')} onClick={props.onClose} />
      </SpaceBetween>
    </div>
  )
}
