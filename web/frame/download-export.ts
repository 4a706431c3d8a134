/** Fetches the file of an export or a report, from its toast, the drawer of notices, or its page. */
import { status } from '../../shared/calls/bml/export/status.ts'
import { getpdfandstatus } from '../../shared/calls/bml/product/getpdfandstatus.ts'
import type { JobView } from '../../shared/model/job.ts'
import { callApi } from '../api/client.ts'
import { openDownload } from '../api/files/download-file.ts'
import { text } from '../texts/texts.ts'
import { notify } from './notify.ts'

/** Errors are told by the client. */
export async function downloadExport({ id, kind }: Pick<JobView, 'id' | 'kind'>): Promise<void> {
  const asked = kind === 'report' ? callApi(getpdfandstatus, { ticketNumber: id }) : callApi(status, { id })
  const answer = await asked.catch(() => undefined)
  if (!answer) return
  if (answer.result !== undefined) return openDownload(answer.result)
  const { error = '', text: said } = answer
  const sentence = said && text('errors', said.key, { ...said.params, defaultValue: error })
  notify.warning({ id: `export:${id}`, text: sentence ?? error })
}
