/**
 * The last lines of .ci/run: the test runner's numbers, and `N passed, N failed` over tests and checks. Arguments:
 * reports as `step=file`, then the names of the steps that failed. The first report must be there.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

interface Assertion {
  status: string
  fullName: string
  failureMessages: string[]
}
interface Report {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[]
}
/** What a step with tests has written; nothing if it did not run. */
export interface Reported {
  step: string
  json: string | undefined
}

/** The failed tests of a report by name, each with the first line of what it said: the last lines are all that CI shows later. */
function failures({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [said = ''] }) => {
        const [line = ''] = stripVTControlCharacters(said).split('\n')
        return `failed: ${relative(process.cwd(), name)} > ${fullName}: ${line.slice(0, 300)}`
      }),
  )
}

/** Lines to print, and whether everything is fine. */
export function summary(
  reports: [Reported, ...Reported[]],
  failedSteps: string[],
): { lines: string[]; isFine: boolean } {
  const lines: string[] = []
  const withTests = new Set(reports.map(({ step }) => step))
  // Each check beside the tests counts as one; the tests count themselves.
  let allFailed = failedSteps.filter((step) => !withTests.has(step)).length
  let passed = 0
  for (const [i, { step, json }] of reports.entries()) {
    const hasFailed = failedSteps.includes(step)
    if (json === undefined) {
      // Without its tools a further step says so and runs nothing, which is no failure.
      if (i === 0 || hasFailed) allFailed++
      lines.push(`${step}: did not run`)
      continue
    }
    const report = JSON.parse(json) as Report
    const brokenFiles = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    const failed = report.numFailedTests + brokenFiles.length
    // A run that ended badly without a failed test (an error outside of tests, a crash) is a failure too.
    allFailed += failed + (hasFailed && failed === 0 ? 1 : 0)
    passed += report.numPassedTests
    const { numTotalTests, numFailedTests, numPendingTests } = report
    lines.push(
      ...failures(report),
      ...brokenFiles.map((file) => `could not be run: ${file.name}`),
      `${step}: test files ${report.testResults.length}, tests ${numTotalTests}: ${report.numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`,
    )
  }
  lines.push(`${passed} passed, ${allFailed} failed`)
  return { lines, isFine: allFailed === 0 && passed > 0 }
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  const reports = words.flatMap((word): Reported[] => {
    const [, step, file] = /^(\w+)=(.+)$/.exec(word) ?? []
    if (!step || !file) return []
    try {
      return [{ step, json: readFileSync(file, 'utf8') }]
    } catch {
      return [{ step, json: undefined }]
    }
  })
  const failedSteps = words.filter((word) => !word.includes('='))
  const { lines, isFine } = summary(reports as [Reported, ...Reported[]], failedSteps)
  for (const line of lines) console.log(line)
  process.exitCode = isFine && failedSteps.length === 0 ? 0 : 1
}
