import { defineConfig } from 'vitest/config'

/** What needs more than Node: DynamoDB Local (a JDK), the emulated cloud (Python). Run by `npm run test:cloud`. */
export default defineConfig({
  test: {
    name: 'cloud',
    environment: 'node',
    include: ['test/cloud/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
