/** Builds the stacks as a deployment would, with stand-ins for bundles and site. */
import { readFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildStacks, type Parts } from '../../lib/app.ts'
import { stubContext } from '../../lib/parts/stub.ts'
import { readSettings } from '../../lib/settings.ts'
import { smallStage } from '../../scripts/stage-examples.ts'

export interface Resource {
  Type: string
  Properties?: Record<string, unknown>
  DeletionPolicy?: string
  DependsOn?: string[]
}
export type Template = {
  Resources: Record<string, Resource>
  Outputs?: Record<string, { Value?: unknown; Export?: { Name: string } }>
}

const flags = JSON.parse(readFileSync('cdk.json', 'utf8')).context as Record<string, unknown>
// CDK's own look at the templates takes two thirds of a build; `npm run synth` has it, once.
process.env['CDK_VALIDATION'] = 'false'

export interface Built {
  templates: Map<string, Template>
  findings: string[]
  warnings: string[]
}
export function build(parts: Parts, more: Record<string, string> = {}): Built {
  const app = new App({ context: { ...flags, [stubContext]: true }, analyticsReporting: false })
  buildStacks(app, readSettings({ ...smallStage, ...more }), parts)
  const assembly = app.synth()
  return {
    templates: new Map(assembly.stacks.map((stack) => [stack.stackName, stack.template as Template])),
    get findings() {
      return new AwsSolutionsChecks(app).validateScope(app).violations.map(describeViolation)
    },
    warnings: assembly.stacks.flatMap((stack) =>
      stack.messages.filter((m) => m.level !== 'info').map((m) => `${m.id}: ${String(m.entry.data)}`),
    ),
  }
}
export const resourcesOf = (template: Template, type?: string) =>
  Object.values(template.Resources).filter((resource) => !type || resource.Type === type)

interface Violation {
  ruleName: string
  violatingResources: { constructPath?: string }[]
}
const describeViolation = ({ ruleName, violatingResources }: Violation) =>
  `${ruleName}: ${violatingResources.map((resource) => resource.constructPath).join(', ')}`

/** Every statement that allows something, of roles and of what has a policy of its own. */
export function* statements(value: unknown): Generator<{ Effect: string; Action: string | string[] }> {
  if (typeof value !== 'object' || value === null) return
  if ('Effect' in value && 'Action' in value) yield value as never
  for (const one of Object.values(value)) yield* statements(one)
}
