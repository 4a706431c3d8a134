/** What the functions of jobs have, and their queues wait for. */
import { Architecture } from 'aws-cdk-lib/aws-lambda'
import type { WorkLimits } from '../../functions/runtime/worker.ts'

/** Chromium unpacks 210 MB; what a killed try has unpacked goes after an hour, and another one may come meanwhile. */
const printing = {
  memoryMiB: 2048,
  temporaryMiB: 1024,
  architecture: Architecture.X86_64,
  hasBrowser: true,
}
/**
 * What a kind of job needs beyond the ordinary: who prints carries Chromium, which exists for x86_64 only; who joins the parts of
 * an export gets a whole processor with this memory. The others have what functions have: what the two that hold most of it take is
 * measured (`npm run bench:memory`, docs/performance.md).
 */
export const special: Record<
  string,
  { memoryMiB: number; temporaryMiB?: number; architecture?: Architecture; hasBrowser?: boolean }
> = {
  pdf: printing,
  report: printing,
  confirmation: printing,
  invoice: printing,
  export: { memoryMiB: 1769 },
}
/** Seconds that a worker keeps to tell which of its messages failed, after the last one's time is up. */
export const toAnswer = 30
export const functionSeconds = (limits: WorkLimits) => limits.seconds + toAnswer
