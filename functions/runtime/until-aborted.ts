import type { Ports } from './ports.ts'

/**
 * The same ports, of which those that mail and print refuse once the time of the try is up: another try is under way then, or will be,
 * and nothing is to go out twice, or be printed in vain. Workers need not look at the signal for that.
 */
export function untilAborted<C extends object>(context: C, signal: AbortSignal): C {
  const { mailer, pdf }: Partial<Pick<Ports, 'mailer' | 'pdf'>> = context
  return {
    ...context,
    ...(mailer && {
      mailer: {
        async send(mail) {
          signal.throwIfAborted()
          return mailer.send(mail)
        },
      } satisfies Ports['mailer'],
    }),
    ...(pdf && {
      pdf: {
        async print(html, options) {
          signal.throwIfAborted()
          return pdf.print(html, options)
        },
      } satisfies Ports['pdf'],
    }),
  }
}
