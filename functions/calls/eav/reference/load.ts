import { load } from '../../../../shared/calls/eav/reference/load.ts'
import { invalidInput } from '../../../../shared/errors.ts'
import {
  type EntityClassName,
  entityClasses,
  entityClassNamed,
} from '../../../../shared/model/entity-classes.ts'
import { referencePage } from '../../../domain/entity/reference-page.ts'
import { call } from '../../../runtime/call.ts'
import { visibleReference } from '../../../services/entity/visible.ts'

const isReference = (name: EntityClassName | undefined) =>
  name !== undefined && entityClasses[name].isReference

/**
 * Whole reference classes, in as many answers as it takes. Deleted entries come along, marked, because older data still
 * names them. Errors: invalid_input for a class that is no reference data, or a cursor of another list of classes.
 */
export default call(load, ['reference'], async ({ classes, cursor }, { reference, actor }) => {
  const wrong = classes.flatMap((name, i) =>
    isReference(entityClassNamed(name))
      ? []
      : [{ path: `/classes/${i}`, expected: 'expected the name of a reference class' }],
  )
  if (cursor !== undefined && !classes.some((name) => cursor.startsWith(`${name}/`)))
    wrong.push({ path: '/cursor', expected: 'expected the cursor of an answer about the same classes' })
  if (wrong.length) throw invalidInput(wrong)
  const found = []
  for (const name of new Set(classes)) {
    const entityclass = entityClassNamed(name)
    if (!entityclass) continue
    const all = await reference.all(entityclass)
    found.push({ name, entities: visibleReference([...all.values()], actor) })
  }
  return referencePage(found, cursor)
})
