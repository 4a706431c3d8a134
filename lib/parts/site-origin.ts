import type { DeploySettings } from '../settings.ts'

/**
 * Where the site will be. Without a domain of its own the edge gets a name only after the bucket, so any distribution passes:
 * its pages could bring a file too, which opens nothing, since they lack a signed address; and a printed confirmation may name
 * its address. Stages that people rely on have a domain.
 */
export function siteOrigin({ domain, local }: DeploySettings): string {
  if (domain) return `https://${domain}`
  return local ? 'http://127.0.0.1:*' : 'https://*.cloudfront.net'
}
