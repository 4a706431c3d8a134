import { download } from '../../../shared/calls/eav/file/download.ts'
import { type CallInput, callApi } from '../client.ts'

/** Fetches an address as a download. In a window of its own, so that the page is not left, and asks nobody about changes. */
export function openDownload(url: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  link.download = fileName
  link.click()
}

export async function downloadFile(input: CallInput<typeof download>): Promise<void> {
  const { url } = await callApi(download, input)
  openDownload(url, input.fileName)
}
