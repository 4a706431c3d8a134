import { unused } from '../../../../shared/calls/eav/reference/unused.ts'
import { invalidInput } from '../../../../shared/errors.ts'
import { entityClassNamed, isNamed } from '../../../../shared/model/entity-classes.ts'
import { call } from '../../../runtime/call.ts'
import { unusedPage } from '../../../services/entity/unused.ts'

/**
 * Entries of a class of administration data that nothing names which is not deleted itself, by id. Errors: invalid_input for a class whose
 * entries nothing names by their id, rule_violated while it is not known of all what they name.
 */
export default call(
  unused,
  ['entities:read', 'reference'],
  async ({ entityclass, cursor }, { entities, reference }) => {
    const name = entityClassNamed(entityclass)
    if (name === undefined || !isNamed(name))
      throw invalidInput([
        { path: '/entityclass', expected: 'expected a class of administration data that others name' },
      ])
    const all = [...(await reference.all(name)).values()]
    return unusedPage(entities, all, cursor)
  },
)
