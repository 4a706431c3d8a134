/** Deletes an entry or brings it back; what keeps it from going is said with links. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { disable } from '../../../../shared/calls/eav/entity/disable.ts'
import { get } from '../../../../shared/calls/eav/entity/get.ts'
import { restore } from '../../../../shared/calls/eav/entity/restore.ts'
import { fixedIds } from '../../../../shared/constants.ts'
import { type ErrorDetails, isCallError } from '../../../../shared/errors.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { callApi } from '../../../api/client.ts'
import { confirm } from '../../../frame/dialogs.ts'
import { companyHref, feeScheduleHref, invoiceHref, productHref } from '../../../frame/links.ts'
import { notify, showError } from '../../../frame/notify.ts'
import { settleUnsaved } from '../../../frame/unsaved.tsx'
import { useErrorText } from '../../../texts/error-text.ts'
import type { ClassDescription } from '../model/description.ts'
import { places } from '../places.ts'
import type { AdminWords } from '../use-admin-words.ts'
import { isNew } from '../use-entry-editor.ts'
import { useMayWrite } from '../use-may-write.ts'

interface Props {
  view: Entity
  description: ClassDescription
  words: AdminWords
  onWritten(entity: Entity): Promise<void>
  /** What is below it, and goes with it. */
  goesAlong: readonly Entity[]
  onMove: (() => void) | undefined
  onRemoved: (() => void) | undefined
  /** What was pressed is gone. */
  onGone(): void
}
/** More are only counted. */
const toldAlong = 20
type NamedBy = NonNullable<ErrorDetails['namedBy']>

export function EntryState(props: Props) {
  const { view, description, words, onWritten, goesAlong, onMove, onRemoved, onGone } = props
  const { t } = words
  const mayWrite = useMayWrite(description.entityclass)
  const say = useErrorText()
  const [namedBy, setNamedBy] = useState<NamedBy>()
  const [isBusy, setBusy] = useState(false)
  const noticeId = `state:${view.id}`
  const { id, rev } = view

  const remove = async () => {
    if (!(await settleUnsaved())) return
    setNamedBy(undefined)
    const isSure = await confirm({
      title: t('delete.title', { name: words.name(view.data) }),
      text:
        goesAlong.length === 0 ? t('delete.text') : t('delete.along', { count: String(goesAlong.length) }),
      ...(goesAlong.length > 0 && { details: <Along entries={goesAlong} words={words} /> }),
      verb: t('delete.verb'),
      isDangerous: true,
    })
    if (!isSure) return
    setBusy(true)
    try {
      await callApi(disable, { id, rev }, { quiet: true })
      await onWritten(await callApi(get, { id }))
      onRemoved?.()
      notify.success({ id: noticeId, text: t('delete.done') })
      onGone()
    } catch (error) {
      const found = isCallError(error) ? error.details.namedBy : undefined
      if (found) setNamedBy(found)
      else if (isCallError(error) && error.code === 'rule_violated')
        notify.error({ id: noticeId, text: say(error) })
      else showError(error)
    } finally {
      setBusy(false)
    }
  }
  const bringBack = async () => {
    setBusy(true)
    try {
      await onWritten(await callApi(restore, { id, rev }))
      notify.success({ id: noticeId, text: t('restore.done') })
      onGone()
    } catch {
      // The dialog of errors has told it.
    } finally {
      setBusy(false)
    }
  }
  if (isNew(view) || !mayWrite)
    return view.disabled ? <Alert type="warning">{t('deleted.title')}</Alert> : null
  if (view.disabled)
    return (
      <Alert
        type="warning"
        action={
          <Button loading={isBusy} onClick={() => void bringBack()}>
            {t('restore.verb')}
          </Button>
        }
      >
        {t('deleted.title')}
      </Alert>
    )
  return (
    <div className="admin-state">
      <SpaceBetween direction="horizontal" size="xs">
        {onMove && (
          <Button iconName="drag-indicator" onClick={onMove}>
            {t('move.open')}
          </Button>
        )}
        <Button iconName="remove" loading={isBusy} onClick={() => void remove()}>
          {t('delete.verb')}
        </Button>
      </SpaceBetween>
      {namedBy && <StillNamed namedBy={namedBy} words={words} onClose={() => setNamedBy(undefined)} />}
    </div>
  )
}

/** Where an entry that names another is seen. */
function hrefOf({ id, entityclass }: NamedBy['list'][number]): string | undefined {
  if (entityclass === 'product') return productHref(id, fixedIds.list.base)
  if (entityclass === 'company') return companyHref(id)
  if (entityclass === 'feeschedule') return feeScheduleHref(id)
  if (entityclass === 'invoice') return invoiceHref(id)
  const place = places.find((one) => one.entityclass === entityclass)
  return place && `${place.path}?entry=${id}&drawer=entry`
}

function StillNamed({ namedBy, words, onClose }: { namedBy: NamedBy; words: AdminWords; onClose(): void }) {
  const { t } = words
  const rest = namedBy.count - namedBy.list.length
  return (
    <Alert
      type="error"
      dismissible
      dismissAriaLabel={t('close')}
      onDismiss={onClose}
      header={t(namedBy.isMore ? 'named.titleMore' : 'named.title', { count: String(namedBy.count) })}
    >
      <ul className="admin-named">
        {namedBy.list.map((one) => {
          const href = hrefOf(one)
          return <li key={one.id}>{href ? <Link to={href}>{one.title}</Link> : one.title}</li>
        })}
        {rest > 0 && <li>{t('named.more', { count: String(rest) })}</li>}
      </ul>
    </Alert>
  )
}

/** What is deleted with an entry of a tree, by name. */
function Along({ entries, words }: { entries: readonly Entity[]; words: AdminWords }) {
  const rest = entries.length - toldAlong
  return (
    <ul className="admin-named">
      {entries.slice(0, toldAlong).map((one) => (
        <li key={one.id}>{words.name(one.data)}</li>
      ))}
      {rest > 0 && <li>{words.t('named.more', { count: String(rest) })}</li>}
    </ul>
  )
}
