import * as z from 'zod'
import { conversationPageSize, searchPageSize } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { conversationView } from '../../../model/conversation-view.ts'
import { followsSorting } from '../../../search/filter.ts'

export const conversationFilter = z.strictObject({
  /** `mine`: assigned to the caller, or with them as a person. One person's: `assignee`. */
  view: z.enum(['all', 'mine', 'unassigned']).default('all'),
  /** Account that it is assigned to on a side of the caller. */
  assignee: id.optional(),
  /** Institution that it is with. */
  institution: id.optional(),
  folder: id.optional(),
  /** `false` has archived ones, too, in which something is unread. */
  archived: z.boolean().optional(),
  unread: z.boolean().optional(),
  /** Of 36 characters: a select option; else the key of a context, as `productId`. */
  subject: z.string().max(100).optional(),
  /** Name of the product, or a part of it. */
  productName: z.string().max(200).optional(),
  /** Institution, company or person that began it, or that it was begun with. */
  sender: id.optional(),
  recipient: id.optional(),
  /** Id of what it is about. */
  context: id.optional(),
})
export type ConversationFilter = z.output<typeof conversationFilter>

export const list = contract({
  name: 'bml/conversation/list',
  title: 'Conversations of the caller, by their last message',
  access: 'message:view',
  input: z.strictObject({
    filter: conversationFilter.prefault({}),
    /** Also tells who can be assigned on the sides of the caller. */
    withPeople: z.boolean().default(false),
    sorting: z.enum(['lastMessageAt:desc', 'lastMessageAt:asc']).default('lastMessageAt:desc'),
    pagination: z
      .union([
        z.strictObject({
          start: z.number().int().min(0).max(1_000_000),
          limit: z.number().int().min(1).max(searchPageSize),
        }),
        z.strictObject({
          cursor: z.string().max(2000).describe(followsSorting),
          limit: z.number().int().min(1).max(searchPageSize),
        }),
      ])
      .default({ start: 0, limit: conversationPageSize }),
  }),
  output: z.object({
    list: z.array(conversationView),
    count: z.number().int(),
    cursor: z.string().optional(),
    people: z.array(z.object({ id, fullname: z.string() })).optional(),
    /** More products have such a name than are looked for: the name has to say more. */
    tooManyProducts: z.literal(true).optional(),
  }),
})
