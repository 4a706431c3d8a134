import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import { setflags } from '../../../../shared/calls/bml/product/setflags.ts'
import { history } from '../../../../shared/calls/eav/entity/history.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { attempts } from '../../../api/attempts.ts'
import { useCall } from '../../../api/use-call.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { flagsIn, flagTitle } from '../model/flags.ts'
import { useProductPage } from '../page-context.ts'

/** The flags of the product: since when, by whom, and to be set and removed by who may. */
export function FlagsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const { view, name, lookup, newestRev, may, act, isActing } = useProductPage()
  const now = flagsIn(view)
  /** What was chosen otherwise than it is, or was. */
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean>>>({})
  const isChosen = (flag: string) => wanted[flag] ?? flag in now
  const mayChange =
    view.rev === newestRev && !view.disabled && view.data['archived'] !== true && may('product:flag')
  const options = lookup.optionsOf('invoice-flags')
  const offered = options.filter(({ value, enabled }) => value in now || (enabled && mayChange))
  const gone = Object.keys(now).filter((flag) => !options.some(({ value }) => value === flag))
  const shown = [...offered.map(({ value }) => value), ...gone]
  const set = shown.filter((flag) => isChosen(flag) && !(flag in now))
  const remove = shown.filter((flag) => !isChosen(flag) && flag in now)

  const change = (input: { set: string[]; remove: string[] }, startRev?: number) => {
    const attempt = attempts(setflags, { id: view.id, ...input })
    return act({
      id: `flags:${view.id}`,
      done: t('flags.done'),
      depends: flagsIn,
      ...(startRev === undefined
        ? { undo: (after) => void change({ set: input.remove, remove: input.set }, after.rev) }
        : { startRev }),
      call: async (rev) => (await attempt(rev)) as ProductView,
    })
  }
  const save = async () => {
    if (await change({ set, remove })) onClose()
  }
  const lines =
    shown.length === 0 ? (
      <p>{t(mayChange ? 'flags.nothing' : 'flags.none')}</p>
    ) : (
      <SpaceBetween size="xs">
        {shown.map((flag) => {
          const rev = now[flag]
          return (
            <Checkbox
              key={flag}
              checked={isChosen(flag)}
              readOnly={!mayChange}
              description={rev === undefined ? undefined : <SetAt id={view.id} rev={rev} />}
              onChange={({ detail }) => setWanted({ ...wanted, [flag]: detail.checked })}
            >
              {flagTitle(flag, lookup) ?? t('flags.unknown')}
            </Checkbox>
          )
        })}
      </SpaceBetween>
    )
  if (!mayChange)
    return (
      <Dialog
        header={t('flags.title')}
        onDismiss={onClose}
        footer={
          <Box float="right">
            <Button onClick={onClose}>{t('close')}</Button>
          </Box>
        }
      >
        {lines}
      </Dialog>
    )
  return (
    <VerbDialog
      title={t('flags.title')}
      about={name}
      verb={t('flags.verb')}
      isBusy={isActing}
      isBlocked={set.length + remove.length === 0}
      onVerb={() => void save()}
      onClose={onClose}
    >
      {lines}
    </VerbDialog>
  )
}

/** When, by whom and at which revision a flag was set. */
function SetAt({ id, rev }: { id: string; rev: number }) {
  const t = useTexts('product')
  const { moment } = useDateFormat()
  const { data } = useCall(history, { id, before: rev + 1, limit: 1 })
  const step = data?.list[0]
  if (step?.rev !== rev) return <>{t('history.revision', { rev })}</>
  const name = step.updatedByName || t('someone')
  return <>{t('status.byRevision', { date: moment(step.updated), name, rev })}</>
}
