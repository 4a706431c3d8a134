import type { Site } from '../../ports/site.ts'

/** `http://127.0.0.1:*`, `https://*.cloudfront.net`: a star stands for a port, or for one name in front of others. */
const asPattern = (origin: string) =>
  new RegExp(
    `^${origin
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('[a-z0-9-]+')}$`,
  )

export function siteAt(
  origins: readonly string[],
  home = origins.find((origin) => !origin.includes('*')),
): Site {
  const patterns = origins.map(asPattern)
  return {
    isOwn: (origin) => patterns.some((pattern) => pattern.test(origin.toLowerCase())),
    ...(home !== undefined && { home }),
  }
}
