/** Fetches the file of a job. What does it is loaded by then: it is no part of the first screen, nor of the jobs'. */
import type { JobView } from '../../shared/model/job.ts'
import { loadScript } from '../api/load-script.ts'

const loadDownload = () => import('./download-export.ts')
export async function fetchFile(job: Pick<JobView, 'id' | 'kind'>): Promise<void> {
  const { downloadExport } = await loadScript(loadDownload)
  await downloadExport(job)
}
