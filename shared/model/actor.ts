import * as z from 'zod'
import { id, locale, text } from './basics.ts'
import { entityOf } from './entity.ts'

/** What a person sets for themselves. */
export const ownSettings = z.strictObject({
  fullname: z.string().max(200).optional(),
  email: z.email().max(254).optional(),
  selectedUiLanguage: locale.optional(),
  userLanguagesForMultiLangFields: z.array(locale).max(3).optional(),
  overrideMultiLangFieldsWithListData: z.boolean().optional(),
  sendNotificationMailsNotes: z.boolean().optional(),
  sendNotificationMailsMessages: z.boolean().optional(),
  defaultProductFilter: text.optional(),
  defaultProductColumns: text.optional(),
  searches: z.array(z.string().max(2000)).max(50).optional(),
  /** Colour scheme and motion as chosen, else the system's. */
  appearance: z.enum(['light', 'dark', 'system']).optional(),
})

/** Account of a person in Inputlist. A person (single-sign-on user) may have several. */
export const accountData = z.strictObject({
  active: z.boolean().default(true),
  /** Single-sign-on users that may use the account. */
  ssoUsers: z.array(z.string().max(200)).max(1000).default([]),
  /** Those that it was taken from: what they wrote with it stays theirs. Only the server writes it. */
  formerSsoUsers: z.array(z.string().max(200)).optional(),
  registrationName: z.string().max(200).optional(),
  /** `editor` accounts are offered in the account selector. */
  registrationOptionName: z.string().max(200).default('editor'),
  requiresConfirmation: z.boolean().optional(),
  maxUsers: z.number().int().min(1).optional(),
  state: z.string().max(200).optional(),
  invites: z
    .array(
      z.object({
        inviteId: z.string().max(200),
        link: z.string().max(2000).optional(),
        created: z.string().max(50),
      }),
    )
    .max(1000)
    .optional(),
  /** Absent for registered users: no static data, no editor rights. */
  staticData: z
    .strictObject({
      fullname: z.string().max(200),
      isAdmin: z.boolean().default(false),
      isSuperAdmin: z.boolean().default(false),
      hasApprovalRight: z.boolean().default(false),
      canChangeResponsible: z.boolean().default(false),
      canChangeCompanies: z.boolean().default(false),
    })
    .optional(),
  /** Company that a paid company user maintains. */
  companyLink: id.optional(),
  userData: ownSettings.default({}),
})
export type AccountData = z.infer<typeof accountData>
export const account = entityOf(accountData)
export type Account = z.infer<typeof account>

export const accountRoles = ['admin', 'editor', 'registered'] as const
/** Who acts, with all that the permission rules need. Made by the server from the account, never from the token alone. */
export const actorSchema = z.object({
  account: id,
  /** Single-sign-on user. */
  sub: z.string(),
  fullname: z.string(),
  role: z.enum(accountRoles),
  isSuperAdmin: z.boolean(),
  flags: z.object({ approval: z.boolean(), responsible: z.boolean(), companies: z.boolean() }),
  institutions: z.array(z.object({ id, corePartner: z.boolean() })),
  companyLink: id.optional(),
  /** Chosen for the screens: answers that name something in one language name it in this one. */
  language: locale.optional(),
})
export type Actor = z.infer<typeof actorSchema>
