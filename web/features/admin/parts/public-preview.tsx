/** What the public search of a list shows with the settings as they are typed, of its products as they are. */
import Alert from '@cloudscape-design/components/alert'
import Link from '@cloudscape-design/components/link'
import { useMemo } from 'react'
import { preview } from '../../../../shared/calls/search/public/preview.ts'
import { publicRoot } from '../../../../shared/constants.ts'
import { previewedSettings } from '../../../../shared/model/public-search.ts'
import { useCall } from '../../../api/use-call.ts'
import { useLocale } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import type { AdminWords } from '../use-admin-words.ts'
import type { EntryEditor } from '../use-entry-editor.ts'

interface Props {
  list: string
  editor: EntryEditor
  words: AdminWords
}

export function PublicPreview({ list, editor, words: { t } }: Props) {
  const { locale } = useLocale()
  const draft = useEdited(editor, (now) => now.draft)
  const isOn = useEdited(editor, (now) => now.original['publicSearchOn'] === true)
  const settings = useMemo(() => {
    const { publicSearchExtraFields = [], publicSearchSorting, ...rest } = draft
    const { publicSearchColumns = [], publicSearchFacets = [] } = rest
    const given = { publicSearchExtraFields, publicSearchColumns, publicSearchFacets, publicSearchSorting }
    // What the form finds wrong is said at its field; until it is mended the last preview stays.
    return previewedSettings.safeParse(given).data
  }, [draft])
  const { data, error, mutate } = useCall(preview, settings ? { list, language: locale, settings } : null, {
    keepPreviousData: true,
  })
  const filters = data?.facets.map(({ title, values }) => `${title} (${values})`).join(', ')
  return (
    <div className="admin-preview">
      <h3 className="admin-section">{t('preview.title')}</h3>
      {isOn && (
        <p>
          <Link external href={`${publicRoot}lists/${list}?lang=${locale.slice(0, 2)}`}>
            {t('preview.open')}
          </Link>
        </p>
      )}
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : (
          <SkeletonLines lines={4} />
        )
      ) : (
        <>
          {data.products.length === 0 ? (
            <Alert type="info">{t('preview.none')}</Alert>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the drawer is scrolled to by keys, too
            <section className="admin-preview-table" aria-label={t('preview.title')} tabIndex={0}>
              <table>
                <caption>{t('preview.shown', { count: String(data.count) })}</caption>
                <thead>
                  <tr>
                    {data.columns.map(({ id, title }) => (
                      <th key={id} scope="col">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.products.map(({ id, cells }) => (
                    <tr key={id}>
                      {data.columns.map(({ id }, i) => (
                        <td key={id}>{cells[i]}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          {filters && <p>{t('preview.filters', { filters })}</p>}
          {!data.isAll && <p>{t('preview.sample')}</p>}
        </>
      )}
    </div>
  )
}
