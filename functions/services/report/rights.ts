import { idOf } from '../../../shared/id-of.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { visibility } from '../../../shared/search/visibility.ts'
import type { ViewReference } from '../../domain/product/context.ts'

/** Short, and the same as long as the viewer may see the same of products. */
export const reportRights = (actor: Actor, { lists, fields }: ViewReference): Promise<string> =>
  idOf(JSON.stringify(visibility('product', actor, { list: lists, fielddefinition: fields })))
