import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import RadioGroup from '@cloudscape-design/components/radio-group'
import { useState } from 'react'
import { approvals } from '../../../../shared/calls/bml/product/approvals.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { addYears } from '../../../../shared/rules/dates.ts'
import { callApi } from '../../../api/client.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { useProductPage } from '../page-context.ts'

/** Extends every valid approval by one year, in this list or in all lists; says which and to when. */
export function ExtendAllDialog({
  extendable,
  onClose,
}: {
  /** Standards by list that are valid and have an end. */
  extendable: Record<string, string[]>
  onClose: () => void
}) {
  const t = useTexts('product')
  const { view, name, list, lookup, words, act, isActing, editor } = useProductPage()
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  const here = extendable[list]?.length ?? 0
  const all = Object.values(extendable).reduce((n, standards) => n + standards.length, 0)
  const [scope, setScope] = useState<'list' | 'all'>(here > 0 ? 'list' : 'all')
  const lists = scope === 'all' ? Object.keys(extendable) : [list]
  const count = scope === 'all' ? all : here
  const save = async () => {
    const done = await act({
      id: `extend:product:${view.id}`,
      done: t('approvals.extended', { count }),
      depends: (v) => lists.map((l) => v.data.listData[l]?._approval),
      call: async (rev) =>
        (await callApi(
          approvals,
          { id: view.id, rev, list, action: 'extend', allLists: scope === 'all' },
          { quiet: true },
        )) as ProductView,
    })
    if (done) onClose()
  }
  return (
    <VerbDialog
      title={t('approvals.extendAll')}
      verb={t('approvals.extendCount', { count })}
      about={name}
      isBusy={isActing}
      isBlocked={count === 0}
      onVerb={() => void save()}
      onClose={onClose}
    >
      {all > here && (
        <RadioGroup
          ariaLabel={t('approvals.extendWhere')}
          value={scope}
          onChange={({ detail }) => setScope(detail.value as 'list' | 'all')}
          items={[
            {
              value: 'list',
              label: t('approvals.extendList', { list: lookup.listTitle(list), count: here }),
              disabled: here === 0,
            },
            {
              value: 'all',
              label: t('approvals.extendLists', { lists: Object.keys(extendable).length, count: all }),
            },
          ]}
        />
      )}
      <Alert type="info">
        <ul className="product-plain">
          {lists.flatMap((l) =>
            (extendable[l] ?? []).map((standard) => {
              const end = view.data.listData[l]?._approval[standard]?.end
              return (
                <li key={`${l}-${standard}`}>
                  {t('approvals.extendLine', {
                    list: lookup.listTitle(l),
                    standard: lookup.standardTitle(standard),
                    end: words.date(end),
                    newEnd: end ? words.date(addYears(end, 1)) : '',
                  })}
                </li>
              )
            }),
          )}
        </ul>
      </Alert>
      {hasChanges && <Box color="text-body-secondary">{t('act.savesFirst')}</Box>}
    </VerbDialog>
  )
}
