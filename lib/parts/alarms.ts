/** What ops must know of: each with its threshold and its paragraph of the handbook. */
import { type DeploySettings, sizes } from '../settings.ts'
import type { AlarmSpec } from './alarm.ts'
import type { Metrics } from './metrics.ts'

/** Free space at which to act, in MiB: a rebuild needs some, and OpenSearch stops writing soon below. */
const leastSpace = ({ size }: DeploySettings) => Math.round(sizes[size].volumeGiB * 1024 * 0.2)

export function alarmsOf(settings: DeploySettings, metrics: Metrics): AlarmSpec[] {
  const { ofApi, ofIndex, ofFunctions, ofOperations, failures } = metrics
  return [
    {
      name: 'Failures',
      what: 'Requests fail',
      paragraph: 'a-call-fails',
      metric: failures,
      threshold: 1,
      periods: 2,
    },
    {
      name: 'Slow',
      what: 'Requests are slow',
      paragraph: 'calls-are-slow',
      metric: ofApi('Latency', 'p95'),
      threshold: 2000,
      periods: 3,
    },
    {
      name: 'Throttled',
      what: 'Functions are throttled',
      paragraph: 'throttling',
      metric: ofFunctions('Throttles', 'Sum'),
      threshold: 1,
      periods: 2,
    },
    {
      name: 'TableErrors',
      what: 'The table fails',
      paragraph: 'the-table-fails',
      metric: ofOperations('SystemErrors'),
      threshold: 1,
      periods: 2,
    },
    {
      name: 'TableThrottled',
      what: 'The table is throttled',
      paragraph: 'throttling',
      metric: ofOperations('ThrottledRequests'),
      threshold: 10,
      periods: 2,
    },
    {
      name: 'IndexRed',
      what: 'The index has lost shards',
      paragraph: 'the-index-is-ill',
      metric: ofIndex('ClusterStatus.red', 'Maximum'),
      threshold: 1,
      periods: 1,
    },
    {
      name: 'IndexYellow',
      what: 'The index has been without its copies for an hour',
      paragraph: 'the-index-is-ill',
      metric: ofIndex('ClusterStatus.yellow', 'Maximum'),
      threshold: 1,
      periods: 12,
    },
    {
      name: 'IndexKey',
      what: 'The index cannot reach its key',
      paragraph: 'the-index-is-ill',
      metric: ofIndex('KMSKeyInaccessible', 'Maximum'),
      threshold: 1,
      periods: 1,
    },
    {
      name: 'IndexMemory',
      what: 'The index is short of memory (% of the heap)',
      paragraph: 'the-index-is-strained',
      metric: ofIndex('JVMMemoryPressure', 'Maximum'),
      threshold: 92,
      periods: 3,
    },
    {
      name: 'IndexProcessor',
      what: 'The index is short of processor time (%)',
      paragraph: 'the-index-is-strained',
      metric: ofIndex('CPUUtilization', 'Maximum'),
      threshold: 85,
      periods: 6,
    },
    {
      name: 'IndexFull',
      what: 'The index is short of space (MiB free)',
      paragraph: 'the-index-is-full',
      metric: ofIndex('FreeStorageSpace', 'Minimum'),
      threshold: leastSpace(settings),
      periods: 1,
      below: true,
    },
    {
      name: 'IndexBlocked',
      what: 'The index takes no writes',
      paragraph: 'the-index-is-full',
      metric: ofIndex('ClusterIndexWritesBlocked', 'Maximum'),
      threshold: 1,
      periods: 1,
    },
  ]
}
