/** Prints the documents of a job, side by side. A unit that comes again prints the same over the same file. */
import { isCallError } from '../../shared/errors.ts'
import { whyOf } from '../domain/job/why.ts'
import { type PrintConfig, printKind, resultKey, sourceKey } from '../domain/print/job.ts'
import { defineJob } from './job/define-job.ts'

export default defineJob({
  kind: printKind,
  // What is printed was made when the job was started, of what its starter may see.
  permission: 'system',
  uses: ['files', 'pdf'],
  seconds: 120,
  atOnce: 4,
  // A browser needs the memory of a function for itself.
  batch: 1,

  plan: async ({ config, phase }: { config: PrintConfig; phase: number }) =>
    phase > 0 ? undefined : { units: Array.from({ length: config.units }, () => ({ rows: 1, content: {} })) },

  async unit({ job, config, unit }, { files, pdf }) {
    try {
      const { body } = await files.get(sourceKey(job.id, unit))
      const document = await pdf.print(new TextDecoder().decode(body), config.options)
      await files.put(resultKey(job.id, unit), document, 'application/pdf')
      return {}
    } catch (error) {
      // Such a document can never be printed. Other faults are tried again.
      if (!isCallError(error) || (error.code !== 'too_large' && error.code !== 'not_found')) throw error
      const why = whyOf(error, error.details.key ?? error.code)
      return { failed: 1, reasons: [{ unit: String(unit + 1), ...why }] }
    }
  },

  async finish({ job, config }, { files }) {
    for (let unit = 0; unit < config.units; unit++) await files.delete(sourceKey(job.id, unit))
    return undefined
  },
})
