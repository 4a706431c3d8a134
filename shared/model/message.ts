/** A sentence that each reader gets in their own language. */
import * as z from 'zod'
import { localized } from './basics.ts'

/** Key of a sentence in `shared/texts`, with what stands in it: plain values, texts by language, further sentences. */
export interface Message {
  key: string
  params?: Record<string, MessageParam> | undefined
}
export type MessageParam =
  | string
  | number
  | { in: z.infer<typeof localized> }
  /** A place of an entity's data as a JSON pointer: told by its title where that is known. */
  | { place: string }
  | Message
  | Message[]

export const message: z.ZodType<Message> = z.lazy(() =>
  z.object({ key: z.string(), params: params.optional() }),
)
const params: z.ZodType<Record<string, MessageParam>> = z.lazy(() =>
  z.record(
    z.string(),
    z.union([
      z.string(),
      z.number(),
      z.object({ in: localized }),
      z.object({ place: z.string() }),
      message,
      z.array(message),
    ]),
  ),
)
