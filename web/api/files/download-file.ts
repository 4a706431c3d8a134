import { download } from '../../../shared/calls/eav/file/download.ts'
import { type CallInput, callApi } from '../client.ts'

/** Fetches a file as a download. In a window of its own, so that the page is not left, and asks nobody about changes. */
export async function downloadFile(input: CallInput<typeof download>): Promise<void> {
  const { url } = await callApi(download, input)
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  link.download = input.fileName
  link.click()
}
