import * as z from 'zod'
import { day, id, instant, line, locale, text } from './basics.ts'
import { entityOf } from './entity.ts'
import { message } from './message.ts'

export const confirmationTypes = ['listing', 'order', 'conformity'] as const
export type ConfirmationType = (typeof confirmationTypes)[number]

/** An approval as it is confirmed: what its standard is called publicly, and its days. Without `until` it goes on. */
const confirmedStandard = z.strictObject({
  standard: id,
  name: text,
  from: day,
  until: day.optional(),
  limitation: text.optional(),
  restrictions: z.array(text),
})
const confirmedList = z.strictObject({
  list: id,
  title: text,
  /** What the product is called there. */
  product: text,
  standards: z.array(confirmedStandard),
  /** Key of the list's logo, and its footer. */
  logo: z.string().optional(),
  footer: text.optional(),
})
/** What a confirmation says, in its language: nothing but what is public. A sent one keeps it as it was. */
export const confirmationContent = z.strictObject({
  type: z.enum(confirmationTypes),
  language: locale,
  /** The day that it is made out on. */
  issued: day,
  institution: text,
  company: z.strictObject({ name: line, address: z.array(line) }),
  product: text,
  lists: z.array(confirmedList),
})
export type ConfirmationContent = z.infer<typeof confirmationContent>
export type ConfirmedList = ConfirmationContent['lists'][number]

/** What is sent: written before its mail goes out, and nothing changes it any more. It is sent once there is a `sendDate`. */
const sentConfirmation = z.strictObject({
  content: confirmationContent,
  /** SHA-256, hex, of the content as JSON with its keys in order (RFC 8785). */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** SHA-256, hex, of the PDF. */
  fileHash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Whom it was sent to; told to its institution alone. */
  to: z.array(line).optional(),
  /** The one that it takes the place of; unique, as `replaces` of a draft is not. */
  replaces: id.optional(),
})

/** A confirmation for a company that its product stands in lists (file 2 §3). */
export const listingConfirmation = z.strictObject({
  productId: id,
  listIds: z.array(id).min(1).max(50),
  institutionId: id,
  companyId: id,
  language: locale,
  type: z.enum(confirmationTypes),
  /** Address of the site, `https://…`, that it was made at. */
  site: z.string().max(300),
  /** The sent one that it takes the place of, and the one that has taken the place of this one. */
  replaces: id.optional(),
  replacedBy: id.optional(),
  /** The job that is sending it. */
  sendJob: id.optional(),
  /** Its mail may be going out up to then, whatever has become of the job: nobody withdraws it before. */
  mailedUntil: instant.optional(),
  /** Why it was not sent, if the last try failed. */
  failure: z.strictObject({ message: text, text: message.optional() }).optional(),
  sendDate: instant.optional(),
  /** Its document was made out, and is not sent (any more): when its institution said so. */
  withdrawn: instant.optional(),
  /** Drawn when it is sent; unique. */
  number: z.string().max(40).optional(),
  sent: sentConfirmation.optional(),
})
export type ListingConfirmation = z.infer<typeof listingConfirmation>
export const confirmation = entityOf(listingConfirmation)
export type Confirmation = z.infer<typeof confirmation>

/** Where something is mended that keeps a confirmation from being made. */
const mendPlaces = ['companies', 'approvals', 'activation', 'display', 'company'] as const
export const mend = z.object({
  place: z.enum(mendPlaces),
  product: id.optional(),
  list: id.optional(),
  company: id.optional(),
})
export type Mend = z.infer<typeof mend>
/** Why a confirmation cannot be made or sent. `path` is a pointer into its data. */
export const confirmationProblem = z.object({
  key: z.string(),
  message: z.string(),
  path: z.string(),
  mend: mend,
  /** It is made and looked at all the same, and not sent. */
  onlySending: z.boolean().optional(),
})
export type ConfirmationProblem = z.infer<typeof confirmationProblem>
