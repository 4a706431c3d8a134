import type { Site } from '../../ports/site.ts'
import { siteAt } from '../common/site.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Names in `ALLOWED_HOSTS`, as they are written. */
export const allowedHosts = (environment: Record<string, string | undefined>): string[] =>
  (environment['ALLOWED_HOSTS'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** The names that the gateway answers under (`ALLOWED_HOSTS`), and those of this machine, at any port. */
export function createSite(environment: Record<string, string | undefined> = process.env): Site {
  const named = allowedHosts(environment).map((name) => name.toLowerCase().replace(/:\d+$/, ''))
  const hosts = [...loopback, ...named]
  return siteAt(
    ['http', 'https'].flatMap((scheme) =>
      hosts.flatMap((host) => [`${scheme}://${host}`, `${scheme}://${host}:*`]),
    ),
  )
}
