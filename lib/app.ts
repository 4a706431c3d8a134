/** Puts the stacks together. `bin/inputlist.ts` and the tests both use it. */
import { type App, Tags } from 'aws-cdk-lib'
import type { Use } from '../functions/runtime/ports.ts'
import { scheduleRules } from '../shared/jobs/schedules.ts'
import { ApiStack } from './api-stack.ts'
import { ApiStageStack } from './api-stage-stack.ts'
import { type CallInfo, CallsStack } from './calls-stack.ts'
import { DataStack } from './data-stack.ts'
import { FirewallStack } from './firewall-stack.ts'
import { IdentityStack } from './identity-stack.ts'
import { JobsStack, type WorkerInfo } from './jobs-stack.ts'
import { stackOfCall } from './parts/call-stacks.ts'
import type { Resources } from './parts/need.ts'
import { PublicStack } from './public-stack.ts'
import { QueuesStack } from './queues-stack.ts'
import type { DeploySettings } from './settings.ts'
import { SiteStack } from './site-stack.ts'
import { WatchStack } from './watch-stack.ts'
import { WebStack } from './web-stack.ts'

export interface Parts {
  calls: CallInfo[]
  workers: WorkerInfo[]
  indexer: readonly Use[]
  publicSite: readonly Use[]
}

export function buildStacks(app: App, settings: DeploySettings, parts: Parts): void {
  const { stage, account, region } = settings
  const jobKinds = parts.workers.map(({ jobKind }) => jobKind)
  checkSchedules(jobKinds)
  const env = { account, region }
  const id = (name: string) => `Inputlist-${stage}-${name}`
  const stack = (name: string, description: string) => ({
    env,
    stackName: id(name),
    description,
    crossRegionReferences: true,
  })
  Tags.of(app).add('app', 'inputlist')
  Tags.of(app).add('stage', stage)

  const data = new DataStack(app, id('Data'), {
    ...stack('Data', 'Inputlist: table, files, index, keys'),
    settings,
  })
  const identity = new IdentityStack(app, id('Identity'), {
    ...stack('Identity', 'Inputlist: who a person is'),
    settings,
  })
  const queues = new QueuesStack(app, id('Queues'), {
    ...stack('Queues', 'Inputlist: queues of the jobs'),
    resources: { data, settings },
    kinds: Object.fromEntries(parts.workers.map(({ jobKind, limits }) => [jobKind, limits])),
  })
  const resources: Resources = { settings, data, identity, queues: queues.queues }
  const api = new ApiStack(app, id('Api'), { ...stack('Api', 'Inputlist: API'), resources })
  const firewall = settings.waf
    ? new FirewallStack(app, id('Firewall'), {
        ...stack('Firewall', 'Inputlist: firewall of the edge'),
        env: { account, region: 'us-east-1' },
        settings,
      }).firewall
    : undefined
  const web = new WebStack(app, id('Web'), {
    ...stack('Web', 'Inputlist: the edge, with the bucket of the site'),
    resources,
    api: api.api,
    firewall,
  })
  const opened = new ApiStageStack(app, id('Stage'), {
    ...stack('Stage', 'Inputlist: stage of the API'),
    api: api.api,
    contracts: parts.calls.map((c) => c.contract),
  })
  const jobs = new JobsStack(app, id('Jobs'), {
    ...stack('Jobs', 'Inputlist: workers and the indexer'),
    resources,
    queues,
    workers: parts.workers,
    indexer: parts.indexer,
  })
  for (const [family, calls] of Object.entries(
    Object.groupBy(parts.calls, (c) => stackOfCall(c.contract.name)),
  )) {
    const name = `Calls-${family}`
    const part = new CallsStack(app, id(name), {
      ...stack(name, `Inputlist: the calls of ${family}`),
      resources,
      api: api.api,
      authorizerId: api.authorizerId,
      calls: calls!,
    })
    // The edge sends its secret before a call wants it (docs/decisions/updates-in-place.md).
    part.addStackDependency(web)
    // Whoever works on orders knows what the calls may ask for.
    part.addStackDependency(jobs)
    opened.addStackDependency(part)
  }
  const openToAll = new PublicStack(app, id('Public'), {
    ...stack('Public', 'Inputlist: what lists show the public'),
    resources,
    api: api.api,
    uses: parts.publicSite,
  })
  openToAll.addStackDependency(web)
  opened.addStackDependency(openToAll)
  if (!settings.local) {
    const site = new SiteStack(app, id('Site'), { ...stack('Site', 'Inputlist: files of the site'), web })
    site.addStackDependency(opened)
  }
  new WatchStack(app, id('Watch'), {
    ...stack('Watch', 'Inputlist: dashboard, alarms, budget'),
    resources,
    api: api.api,
    queues,
    indexer: jobs.indexer,
    jobKinds,
  })
}

/** What is due would wait in a queue that nobody reads, and be gone after some days. */
function checkSchedules(jobKinds: readonly string[]): void {
  const withoutWorker = scheduleRules.filter(({ kind }) => !jobKinds.includes(kind))
  if (withoutWorker.length === 0) return
  const names = withoutWorker.map(({ name }) => name).join(', ')
  throw new Error(`Schedules without a worker: ${names}`)
}
