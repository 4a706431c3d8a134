import * as z from 'zod'
import { id } from './basics.ts'

/** A product as a line among others, with what tells it apart from another one of its name. */
export const productLine = z.object({
  id,
  /** Empty where it has no name that the viewer sees. */
  title: z.string(),
  archived: z.boolean(),
  /** Companies that have a role in its base list. */
  companies: z.array(z.string()),
  /** Its lists that the viewer sees. */
  lists: z.array(id),
})
export type ProductLine = z.infer<typeof productLine>
