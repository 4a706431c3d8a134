import type { Plugin } from 'esbuild'

/** Families of the OpenSearch client's methods that functions call, beside those of the client itself. */
const used = new Set(['indices'])

/**
 * Leaves out of a bundle the families of methods that the OpenSearch client has for everything that a cluster can do:
 * a fifth of a bundle, loaded at each start. Who calls one that is left out hears where to let it in.
 */
export const unusedFamilies: Plugin = {
  name: 'unused-families',
  setup(build) {
    build.onLoad({ filter: /\/@opensearch-project\/opensearch\/api\/\w+\/_api\.js$/ }, ({ path }) => {
      const family = path.split('/').at(-2)!
      if (used.has(family)) return undefined
      const message = `client.${family} is not in this bundle: scripts/build-functions/unused-families.ts`
      return {
        loader: 'js',
        contents: `module.exports = class { constructor() { throw new Error('${message}') } }`,
      }
    })
  },
}
