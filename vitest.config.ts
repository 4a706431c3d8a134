import { defineConfig } from 'vitest/config'

/** Left to itself the runner keeps a processor free: of two it would use one. */
const maxWorkers = '100%'

/** One run, one summary: rules and calls in Node, components in jsdom, the built app in a real browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/*.test.ts', 'test/{domain,services,calls,ports,stacks,scripts}/**/*.test.ts'],
          setupFiles: ['test/seed.ts'],
          maxWorkers,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['test/web/**/*.test.{ts,tsx}'],
          setupFiles: ['test/seed.ts', 'test/web/renders.ts', 'test/web/setup.ts'],
          maxWorkers,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          // Each worker has an app of its own; the browser of one waits a third of its time.
          maxWorkers: process.env['E2E_APP'] ? 1 : 2,
          // After all others: a browser that shares two cores with them would wait for its own app.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As long as a locator waits: a busy machine is no fault.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
