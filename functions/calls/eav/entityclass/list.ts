import * as z from 'zod'
import { list } from '../../../../shared/calls/eav/entityclass/list.ts'
import { entityClasses, entityClassNames } from '../../../../shared/model/entity-classes.ts'
import { entitySchemas } from '../../../../shared/model/entity-schemas.ts'
import { call } from '../../../runtime/call.ts'

/** Made once: schemas are code. */
let described: { name: string; isReference: boolean; schema: Record<string, unknown> }[] | undefined

/** The entity classes with the JSON schema of their data. */
export default call(list, [], async () => {
  described ??= entityClassNames.map((name) => ({
    name,
    isReference: entityClasses[name].isReference,
    schema: z.toJSONSchema(entitySchemas[name], { io: 'input', unrepresentable: 'any' }) as Record<
      string,
      unknown
    >,
  }))
  return { list: described }
})
