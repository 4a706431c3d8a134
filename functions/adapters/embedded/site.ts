import type { Site } from '../../ports/site.ts'
import { siteAt } from '../common/site.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Names in `ALLOWED_HOSTS`, as they are written. */
export const allowedHosts = (environment: Record<string, string | undefined>): string[] =>
  (environment['ALLOWED_HOSTS'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * The first name that others reach it by; one without a port stands behind something that speaks TLS. Without names, this machine.
 */
function homeOf([first]: readonly string[], port: string | undefined): string {
  if (first === undefined) return `http://localhost:${port || 3000}`
  return `${/:\d+$/.test(first) ? 'http' : 'https'}://${first.toLowerCase()}`
}

/** The names that the gateway answers under (`ALLOWED_HOSTS`), and those of this machine, at any port. */
export function createSite(environment: Record<string, string | undefined> = process.env): Site {
  const names = allowedHosts(environment)
  const named = names.map((name) => name.toLowerCase().replace(/:\d+$/, ''))
  const hosts = [...loopback, ...named]
  return siteAt(
    ['http', 'https'].flatMap((scheme) =>
      hosts.flatMap((host) => [`${scheme}://${host}`, `${scheme}://${host}:*`]),
    ),
    homeOf(names, environment['PORT']),
  )
}
