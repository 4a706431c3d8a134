/**
 * Deploys everything from nothing, once for all files; at the end everything is destroyed, and nothing may be left.
 * While working on tests, `CLOUD_STAGE=.cloud/run/stage.json` takes the stage that `npm run cloud` has started.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { destroy } from '../../../scripts/cloud/deploy.ts'
import { startEdge } from '../../../scripts/cloud/edge.ts'
import { originSecret } from '../../../scripts/cloud/origin-secret.ts'
import { tokenOf } from '../../../scripts/cloud/people.ts'
import { type Stage, startStage } from '../../../scripts/cloud/stage.ts'
import { findTools } from '../../../scripts/cloud/tools.ts'
import { demoPassword } from '../../../scripts/start/app.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stage: Pick<Stage, 'target' | 'deployed' | 'pool' | 'pids'>
  }
}

/** Stacks that are not gone. */
async function stacksLeft(endpoint: string): Promise<string[]> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/cloudformation/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: 'Action=DescribeStacks&Version=2010-05-15',
  })
  return [...(await answer.text()).matchAll(/<StackName>(Inputlist-[^<]+)</g)].map((match) => match[1]!)
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['CLOUD_STAGE']
  if (running) {
    const { app, dataDir, stage } = JSON.parse(await readFile(running, 'utf8')) as {
      app: string
      dataDir: string
      stage: ProvidedContext['stage']
    }
    project.provide('apps', [{ url: app, dataDir }])
    project.provide('stage', stage)
    return async () => {}
  }
  const tools = findTools()
  if (typeof tools === 'string') throw new Error(tools)
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-cloud-'))
  // Half of the demonstration shows the same, and a rehearsed restore reads every revision of it several times.
  const stage = await startStage({
    tools,
    folder,
    seed: true,
    products: 200,
    isBrief: true,
    say: (line) => console.log(line),
  })
  const { target, deployed, pool, pids } = stage
  const edge = await startEdge({
    port: 0,
    endpoint: target.cloud.endpoint,
    apiId: deployed.apiId,
    edge: deployed.edge,
    tokenOf: (user) => tokenOf(pool, user, demoPassword),
    originSecret: () => originSecret(target),
  })
  project.provide('apps', [{ url: edge.url, dataDir: folder }])
  const { endpoint, client } = target.cloud
  project.provide('stage', { target: { ...target, cloud: { endpoint, client } }, deployed, pool, pids })
  return async () => {
    try {
      await edge.close()
      await destroy(target)
      const left = await stacksLeft(endpoint)
      if (left.length > 0) throw new Error(`not destroyed: ${left.join(', ')}`)
    } finally {
      await stage.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
