import type { Site } from '../../ports/site.ts'
import { siteAt } from '../common/site.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The names that the gateway answers under (`ALLOWED_HOSTS`), and those of this machine, at any port. */
export function createSite(environment: Record<string, string | undefined> = process.env): Site {
  const named = (environment['ALLOWED_HOSTS'] ?? '').split(',').map((name) => name.trim().toLowerCase())
  const hosts = [...loopback, ...named.filter(Boolean).map((name) => name.replace(/:\d+$/, ''))]
  return siteAt(
    ['http', 'https'].flatMap((scheme) =>
      hosts.flatMap((host) => [`${scheme}://${host}`, `${scheme}://${host}:*`]),
    ),
  )
}
