import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** Calls that make a schema: zod's own, and the two of ours that put one together. */
const making = /\bz\s*(\.[a-zA-Z]+)+\(|\b(entityOf|rows)\(/g

/**
 * Leaves schemas that a function does not use out of its bundle. A bundler keeps a constant that a call makes, because
 * the call might do something else as well; the calls that make schemas do not, and this says so.
 */
export const unusedSchemas: Plugin = {
  name: 'unused-schemas',
  setup(build) {
    build.onLoad({ filter: /\/shared\/(model|calls|search)\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      return { loader: 'ts', contents: source.replace(making, '/* @__PURE__ */ $&') }
    })
  },
}
