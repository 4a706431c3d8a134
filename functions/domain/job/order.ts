import { type JobTemplate, templateOf } from '../../../shared/jobs/templates.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { couldEver } from '../../../shared/rules/permissions.ts'
import { type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { issuesOf } from '../../../shared/schema-issues.ts'

export interface Order {
  template: string
  config: unknown
}
const noTemplate = (path: string): Refusal => {
  const expected = 'expected the name of a template of jobs'
  return refuse('invalid_input', `${path}: ${expected}`, {
    issues: [{ path, expected, key: 'jobTemplateUnknown' }],
  })
}

/** The template and the checked config of what was ordered. */
export function readOrder(
  order: Order,
  actor: Actor,
): { template: JobTemplate; config: Record<string, unknown> } | Refusal {
  const template = templateOf(order.template)
  if (!template) return noTemplate('/template')
  if (!couldEver(actor, template.permission))
    return refuse('forbidden', 'You may not do this.', { key: 'forbidden' })
  const read = template.input.safeParse(order.config)
  if (read.success) return { template, config: read.data as Record<string, unknown> }
  const issues = issuesOf(read.error).map(({ path, ...issue }) => ({ ...issue, path: `/config${path}` }))
  return refuse('invalid_input', issues.map(({ path, expected }) => `${path}: ${expected}`).join('; '), {
    issues,
  })
}
