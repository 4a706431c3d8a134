/** Fetches the file of an export, from its toast, the drawer of notices, or its page. */
import { status } from '../../shared/calls/bml/export/status.ts'
import { callApi } from '../api/client.ts'
import { openDownload } from '../api/files/download-file.ts'
import { text } from '../texts/texts.ts'
import { notify } from './notify.ts'

/** Errors are told by the client. */
export async function downloadExport(id: string): Promise<void> {
  const answer = await callApi(status, { id }).catch(() => undefined)
  if (!answer) return
  if (answer.result !== undefined) return openDownload(answer.result)
  const { error = '', text: said } = answer
  const sentence = said && text('errors', said.key, { ...said.params, defaultValue: error })
  notify.warning({ id: `export:${id}`, text: sentence ?? error })
}
