import type { DeploySettings } from '../settings.ts'

/**
 * Where the site will be. Without a domain of its own the edge gets a name only after the bucket; that pages of other
 * distributions could bring a file too opens nothing, since they lack a signed address.
 */
export function siteOrigin({ domain, local }: DeploySettings): string {
  if (domain) return `https://${domain}`
  return local ? 'http://127.0.0.1:*' : 'https://*.cloudfront.net'
}
