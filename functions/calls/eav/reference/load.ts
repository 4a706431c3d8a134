import { load } from '../../../../shared/calls/eav/reference/load.ts'
import { invalidInput } from '../../../../shared/errors.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { entityClasses, isEntityClass } from '../../../../shared/model/entity-classes.ts'
import { call } from '../../../runtime/call.ts'
import { visibleReference } from '../../../services/entity/visible.ts'

/**
 * Whole reference classes. Deleted entries come along, marked, because older data still names them. Errors:
 * invalid_input for a class that is no reference data.
 */
export default call(load, ['reference'], async ({ classes }, { reference, actor }) => {
  const wrong = classes.flatMap((name, i) =>
    isEntityClass(name) && entityClasses[name].isReference
      ? []
      : [{ path: `/classes/${i}`, expected: 'expected the name of a reference class' }],
  )
  if (wrong.length) throw invalidInput(wrong)
  const loaded: Record<string, Entity[]> = {}
  for (const name of classes)
    if (isEntityClass(name)) loaded[name] = visibleReference([...(await reference.all(name)).values()], actor)
  return { classes: loaded }
})
