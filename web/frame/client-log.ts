/** Tells the server of errors that a browser met, and once per session which browser it is. Never disturbs the person. */
import { error as errorCall } from '../../shared/calls/log/client/error.ts'
import { report as reportCall } from '../../shared/calls/log/client/report.ts'
import { isApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'

declare const __BUILD__: string | undefined
const build = typeof __BUILD__ === 'string' ? __BUILD__ : 'dev'

/** A broken loop must not flood the log. */
const maxErrors = 20
let told = 0
const seen = new Set<string>()
const cut = (text: string, length: number) => text.slice(0, length)

export function logClientError(error: unknown) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  if (told >= maxErrors || seen.has(message)) return
  seen.add(message)
  told += 1
  const stack = error instanceof Error ? error.stack : undefined
  const requestId = isApiError(error) ? error.requestId : undefined
  callApi(
    errorCall,
    {
      message: cut(message, 5000),
      ...(stack ? { stack: cut(stack, 20_000) } : {}),
      location: cut(location.href, 1000),
      ...(requestId ? { requestId: cut(requestId, 100) } : {}),
      build,
    },
    { quiet: true, background: true, once: true },
  ).catch(() => undefined)
}

const reportedKey = 'inputlist.reported'
export function reportClient() {
  if (sessionStorage.getItem(reportedKey)) return
  sessionStorage.setItem(reportedKey, '1')
  callApi(
    reportCall,
    {
      userAgent: cut(navigator.userAgent, 1000),
      language: navigator.language,
      platform: navigator.platform,
      location: cut(location.href, 1000),
      screen: { width: screen.width, height: screen.height },
      appId: 'inputlist',
      build,
    },
    { quiet: true, background: true, once: true },
  ).catch(() => undefined)
}
