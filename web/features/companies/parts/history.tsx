/** The revisions of a company: who changed what and when, and any two of them side by side, in titles. */
import { useCallback } from 'react'
import { load } from '../../../../shared/calls/bml/company/load.ts'
import { type CompanyData, type CompanyView, companyData } from '../../../../shared/model/company.ts'
import { RevisionHistory } from '../../../frame/revision-history.tsx'
import { changesBetween, titleOfPaths } from '../model/changes.ts'
import type { Words } from '../model/titles.ts'

export function CompanyHistory({
  view,
  words,
  onRevert,
}: {
  view: CompanyView
  words: Words
  /** Absent where the viewer may not. */
  onRevert?: ((rev: number) => void) | undefined
}) {
  const { id, rev, data } = view
  const changes = useCallback(
    (before: CompanyData | undefined, after: CompanyData) => changesBetween(before ?? nothing, after, words),
    [words],
  )
  return (
    <RevisionHistory
      id={id}
      rev={rev}
      t={words.t}
      load={load}
      changes={changes}
      titleOfPaths={(paths) => titleOfPaths(paths, [data], words)}
      onRevert={onRevert}
    />
  )
}

/** Before the first revision there was nothing. */
const nothing = companyData.parse({ baseData: { name: '' } })
