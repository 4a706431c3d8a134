import { load } from '../../../../shared/calls/eav/reference/load.ts'
import { invalidInput } from '../../../../shared/errors.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import {
  type EntityClassName,
  entityClasses,
  entityClassNamed,
} from '../../../../shared/model/entity-classes.ts'
import { call } from '../../../runtime/call.ts'
import { visibleReference } from '../../../services/entity/visible.ts'

const isReference = (name: EntityClassName | undefined) =>
  name !== undefined && entityClasses[name].isReference

/**
 * Whole reference classes. Deleted entries come along, marked, because older data still names them. Errors:
 * invalid_input for a class that is no reference data.
 */
export default call(load, ['reference'], async ({ classes }, { reference, actor }) => {
  const wrong = classes.flatMap((name, i) =>
    isReference(entityClassNamed(name))
      ? []
      : [{ path: `/classes/${i}`, expected: 'expected the name of a reference class' }],
  )
  if (wrong.length) throw invalidInput(wrong)
  const loaded: Record<string, Entity[]> = {}
  for (const name of classes) {
    const entityclass = entityClassNamed(name)
    if (entityclass) loaded[name] = visibleReference([...(await reference.all(entityclass)).values()], actor)
  }
  return { classes: loaded }
})
