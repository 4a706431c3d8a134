/** Fetches the file of an export. What does it is loaded by then: it is no part of the first screen, nor of the jobs'. */
import { loadScript } from '../api/load-script.ts'

const loadDownload = () => import('./download-export.ts')
export async function fetchFile(id: string): Promise<void> {
  const { downloadExport } = await loadScript(loadDownload)
  await downloadExport(id)
}
