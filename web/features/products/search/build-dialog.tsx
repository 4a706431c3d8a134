/** The dialog that builds a search: groups and conditions, the sentence that they say, and how many products meet it. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect, useMemo, useState } from 'react'
import { count } from '../../../../shared/calls/bml/product/count.ts'
import { type SearchNode, searchLimits } from '../../../../shared/search/tree.ts'
import { treeFilter } from '../../../../shared/search/tree-filter.ts'
import { useCall } from '../../../api/use-call.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useToday } from '../../../ui/dates.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { TreeBuilder } from '../../../ui/search-tree/builder.tsx'
import { asGroup, askable, openIn, problemOf } from '../../../ui/search-tree/edit.ts'
import { useSteps } from '../../../ui/search-tree/history.ts'
import { type SentenceWords, treeSentence } from '../../../ui/search-tree/sentence.ts'

/** Milliseconds without a change before the hits are counted. */
const pause = 250

/** The value once it has been the same for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

interface Built {
  tree: SearchNode
  inList: string | undefined
}
export function BuildDialog(props: {
  /** It is worked on, and not begun. */
  isBegun: boolean
  initial: Built
  words: SentenceWords
  lists: readonly { value: string; label: string }[]
  onApply(built: Built): void
  onClose(): void
}) {
  const { words } = props
  const t = useTexts('search')
  const ui = useTexts('ui')
  const { format } = useNumberFormat()
  const errorText = useErrorText()
  const today = useToday()
  const start = useMemo<Built>(
    () => ({ ...props.initial, tree: asGroup(props.initial.tree) }),
    [props.initial],
  )
  const { now, change, undo, redo, canUndo, canRedo } = useSteps(start)
  const tree = asGroup(now.tree)
  const open = openIn(tree)
  const asked = useSettled(JSON.stringify({ ...now, tree: askable(tree) }))
  const filter = useMemo(() => {
    const { tree: settled, inList } = JSON.parse(asked) as Built
    // What nobody can ask has no count; a day too far off is not even a day.
    if (problemOf(settled)) return null
    return treeFilter(settled, { today, rowsOf: words.fields.rowsOf, inList })
  }, [asked, today, words.fields])
  const hits = useCall(count, filter === null ? null : filter ? { attributeFilter: filter } : {}, {
    keepPreviousData: true,
    cancelStale: true,
  })
  const sentence = treeSentence(tree, words)
  const problem = open === 0 ? problemOf(askable(tree)) : undefined
  const reason =
    open > 0
      ? t('build.open', { count: open })
      : problem === 'tooLarge'
        ? t('build.tooLarge', { max: searchLimits.nodes, levels: searchLimits.depth })
        : problem && t('build.wrong', { condition: treeSentence(problem.node, words) })
  // Of the conditions that are complete: it says so beside the number where others are not.
  const counted = hits.error
    ? errorText(hits.error)
    : hits.data
      ? t('build.count', { count: hits.data.count, n: format(hits.data.count) })
      : t('build.counting')
  const lists = [{ value: '', label: t('list.any') }, ...props.lists]
  return (
    <Dialog
      size="max"
      header={t(props.isBegun ? 'build.edit' : 'build.title')}
      onDismiss={props.onClose}
      footer={
        <div className="il-search-foot">
          <Box aria-live="polite" color="text-body-secondary">
            {problem ? reason : [counted, reason].filter(Boolean).join(' · ')}
          </Box>
          <SpaceBetween direction="horizontal" size="xs">
            <Button iconName="undo" disabled={!canUndo} onClick={undo}>
              {t('build.undo')}
            </Button>
            <Button iconName="redo" disabled={!canRedo} onClick={redo}>
              {t('build.redo')}
            </Button>
            <Button variant="link" onClick={props.onClose}>
              {ui('cancel')}
            </Button>
            <Button
              variant="primary"
              disabled={reason !== undefined}
              disabledReason={reason}
              onClick={() => props.onApply({ ...now, tree: askable(tree) })}
            >
              {t('build.apply')}
            </Button>
          </SpaceBetween>
        </div>
      }
    >
      <SpaceBetween size="m">
        <FormField label={t('list.label')} description={t('list.text')}>
          <Select
            options={lists}
            selectedOption={lists.find(({ value }) => value === (now.inList ?? '')) ?? lists[0]!}
            onChange={({ detail }) => change({ ...now, inList: detail.selectedOption.value || undefined })}
          />
        </FormField>
        <TreeBuilder
          tree={tree}
          words={words}
          onChange={(next, typed) => change({ ...now, tree: next }, typed)}
        />
        <Alert type="info" header={t('build.says')}>
          {sentence || t('build.nothing')}
        </Alert>
      </SpaceBetween>
    </Dialog>
  )
}
