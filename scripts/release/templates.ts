import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import type { Family, IndexForm } from '../../functions/adapters/aws/search/mapping.ts'
import { buildStacks } from '../../lib/app.ts'
import { findParts } from '../../lib/parts/find-parts.ts'
import { stubContext } from '../../lib/parts/stub.ts'
import { readSettings } from '../../lib/settings.ts'
import { root } from '../cloud/tools.ts'
import { currentForms } from '../index-form.ts'
import { organisationStage } from '../stage-examples.ts'
import { type Shape, type StackTemplate, shapeOf, type Templates } from './shape.ts'

/** What a stage is that has a release: its stacks, and the form of its indices. */
export interface Release extends Shape {
  index: Record<Family, IndexForm>
}
/** The last one: written by `npm run record-release`. */
export const releaseFile = join(root, 'test/stacks/release.json')
export const readRelease = () => JSON.parse(readFileSync(releaseFile, 'utf8')) as Release
export const releaseOf = (templates: Templates): Release => ({ ...shapeOf(templates), index: currentForms() })

export interface ReleaseStacks {
  templates: Templates
  /** Names of the stacks that are deployed before each, of those that it says itself. */
  dependencies: ReadonlyMap<string, string[]>
}
/** The stacks of a stage that has everything: its own domain, a provider, the firewall. */
export async function releaseStacks(): Promise<ReleaseStacks> {
  const parts = await findParts()
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: object }
  const outdir = mkdtempSync(join(tmpdir(), 'inputlist-release-'))
  try {
    const app = new App({ context: { ...context, [stubContext]: true }, outdir, analyticsReporting: false })
    buildStacks(app, readSettings(organisationStage), parts)
    const { stacks } = app.synth()
    const names = new Map(stacks.map(({ id, stackName }) => [id, stackName]))
    return {
      templates: new Map(stacks.map(({ stackName, template }) => [stackName, template as StackTemplate])),
      dependencies: new Map(
        stacks.map(({ stackName, dependencies }) => [
          stackName,
          dependencies.flatMap(({ id }) => names.get(id) ?? []),
        ]),
      ),
    }
  } finally {
    rmSync(outdir, { recursive: true })
  }
}
