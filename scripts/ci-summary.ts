/** The last lines of .ci/run: the test runner's numbers, and `N passed, N failed` over tests and checks. */
import { readFileSync } from 'node:fs'

interface Report {
  numTotalTestSuites: number
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; status: string; message: string; assertionResults: unknown[] }[]
}

/** Lines to print, and whether everything is fine. A report that is missing means that the tests did not run. */
export function summary(
  json: string | undefined,
  failedSteps: string[],
): { lines: string[]; isFine: boolean } {
  // Each check beside the tests counts as one; the tests count themselves.
  const otherFailures = failedSteps.filter((step) => step !== 'tests').length
  if (json === undefined)
    return { lines: ['the tests did not run', `0 passed, ${otherFailures + 1} failed`], isFine: false }
  const report = JSON.parse(json) as Report
  const files = report.testResults.length
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = report.numFailedTests + brokenFiles.length
  // A run that ended badly without a failed test (an error outside of tests, a crash) is a failure too.
  const unexplained = failedSteps.includes('tests') && failed === 0 ? 1 : 0
  const allFailed = failed + otherFailures + unexplained
  const passed = report.numPassedTests
  return {
    lines: [
      ...brokenFiles.map((file) => `could not be run: ${file.name}`),
      `Test files ${files}, tests ${report.numTotalTests}: ${passed} passed, ${report.numFailedTests} failed, ${report.numPendingTests} skipped`,
      `${passed} passed, ${allFailed} failed`,
    ],
    isFine: allFailed === 0 && passed > 0,
  }
}

if (import.meta.main) {
  const [file = '', ...failedSteps] = process.argv.slice(2)
  let json: string | undefined
  try {
    json = readFileSync(file, 'utf8')
  } catch {}
  const { lines, isFine } = summary(json, failedSteps)
  for (const line of lines) console.log(line)
  process.exitCode = isFine && failedSteps.length === 0 ? 0 : 1
}
