import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What looks back at all that was done comes last. */
class RightsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification) => moduleId.endsWith('/rights.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)]
  }
}

/**
 * What needs more than Node, run by `npm run test:cloud`: contract suites on DynamoDB Local, the emulated cloud and a
 * real search node (a JDK, Maven, Python); then the whole deployment, and the walks of the main job and of invoices in the browser on it.
 */
export default defineConfig({
  test: {
    fileParallelism: false,
    sequence: { sequencer: RightsLast },
    projects: [
      {
        test: {
          name: 'contracts',
          environment: 'node',
          include: ['test/cloud/*.test.ts'],
          setupFiles: ['test/seed.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'deployed',
          environment: 'node',
          include: [
            'test/cloud/deployed/*.test.ts',
            'test/e2e/invoices.test.ts',
            'test/e2e/main-job.test.ts',
          ],
          globalSetup: ['test/cloud/deployed/setup.ts'],
          fileParallelism: false,
          // A deployment takes half a minute on a free machine, and ten times that on a busy one.
          testTimeout: 600_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
