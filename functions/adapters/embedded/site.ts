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

/**
 * What the gateway answers under: this machine at the port that it listens on, and the names of `ALLOWED_HOSTS`, at the port that they
 * have there, else without one, as behind something that speaks TLS, or at its own. `SITE_PORT`: of what stands in front of it (`npm run dev`).
 */
export function createSite(environment: Record<string, string | undefined> = process.env): Site {
  const names = allowedHosts(environment)
  const port = environment['SITE_PORT'] || environment['PORT'] || '3000'
  // With 0 the system chooses it: it is not known ahead.
  const own = (host: string) => `http://${host}${port === '80' ? '' : `:${port === '0' ? '*' : port}`}`
  const named = names.map((name) => name.toLowerCase())
  return siteAt(
    [
      ...loopback.map(own),
      ...named.flatMap((name) =>
        /:\d+$/.test(name)
          ? [`http://${name}`, `https://${name}`]
          : [`http://${name}`, `https://${name}`, own(name)],
      ),
    ],
    homeOf(names, environment['PORT']),
  )
}
