import * as z from 'zod'
import { getbyname } from '../../../../shared/calls/batch/template/getbyname.ts'
import { notFound } from '../../../../shared/errors.ts'
import { templateOf } from '../../../../shared/jobs/templates.ts'
import { couldEver } from '../../../../shared/rules/permissions.ts'
import { call } from '../../../runtime/call.ts'

/** The template of a name, for who may start jobs of it. Errors: not_found. */
export default call(getbyname, [], async ({ name }, { actor }) => {
  const template = templateOf(name)
  if (!template || !couldEver(actor, template.permission)) throw notFound(name)
  const { hasPreview, isUndoable, input } = template
  const config = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  return { name, hasPreview, isUndoable, config }
})
