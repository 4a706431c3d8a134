/** Business constants of the specification (file 1 §9, file 2 §9). Units are in the names or the docs. */
export const locales = [
  'de_DE',
  'en_GB',
  'es_ES',
  'fr_FR',
  'hu_HU',
  'it_IT',
  'nl_NL',
  'ro_RO',
  'hr_HR',
  'sv_SE',
] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'de_DE'
export const fallbackLocale: Locale = 'en_GB'
export const maxFieldLanguages = 3
export const defaultFieldLanguages: Locale[] = ['de_DE', 'en_GB']
/** Title of a localised entry without any text. */
export const unnamedTitle = 'Unbenannt'

export const mainCategories = [
  { key: 'fertilisers', order: 1, secrecy: 'core-partners' },
  { key: 'plant-protection-agents', order: 2, secrecy: 'core-partners' },
  { key: 'plant-strengthening-agents', order: 3, secrecy: 'core-partners' },
  { key: 'cleaning-disinfection-agents', order: 4, secrecy: 'core-partners' },
  { key: 'antiparasitica', order: 5, secrecy: 'core-partners' },
  { key: 'animal-feed', order: 6, secrecy: 'core-partners' },
  { key: 'food-additives', order: 9, secrecy: 'core-partners' },
] as const
export type MainCategoryKey = (typeof mainCategories)[number]['key']

export const secrecyLevels = [
  'base-data-responsible',
  'core-partners',
  'national-partners',
  'public',
] as const
export type Secrecy = (typeof secrecyLevels)[number]
/** All main categories have this secrecy. */
export const mainCategorySecrecy: Secrecy = 'core-partners'
/** How secret something new in a product of the main category is, unless told; without one as all of them are. */
export const secrecyOfMainCategory = (key: string | undefined): Secrecy =>
  mainCategories.find((category) => category.key === key)?.secrecy ?? mainCategorySecrecy

export const companyRoles = ['manufacturer', 'distributor', 'contract-manufacturer', 'recipe-holder'] as const
export type CompanyRole = (typeof companyRoles)[number]
/** Roles that a product's list may assign only once. */
export const singleCompanyRoles: CompanyRole[] = ['manufacturer', 'distributor']
export const addressTypes = ['main', 'invoice', 'catalog', 'correspondence', 'secondary'] as const

export const searchPageSize = 250
export const offsetPagingLimit = 9000
export const nameSearchLimit = 25
/** People offered of one institution. */
export const institutionPeopleLimit = 900
export const companyPageSize = 25
export const productPageSize = 15
export const notesPageSize = 10
export const conversationPageSize = 10
/** Messages of a conversation that are loaded at once. */
export const messagesAtOnce = 30
/** Notes that one request marks as read. */
export const notesAtOnce = 500
/** Notes of a product's list. */
export const maxListNotes = 500
/**
 * Notes of a product that one person has marked: with the longest keys that there may be they take two thirds of an item of
 * the cloud's table.
 */
export const maxNoteMarks = 1000
export const companyBatchSize = 500
export const historyPageSize = 50

export const maxUploadBytes = 33_554_432
/** Of the documents of a mail: as a message, in base64 with line ends, they take 38.3 of the 40 MB that SES carries (docs/limits.md). */
export const maxMailedBytes = 28_000_000
/** Largest entity, serialised (decisions §2). */
export const maxEntityBytes = 5 * 1024 * 1024
/** Largest body of a request, of calls that say so: an entity and its wrapping. */
export const maxBodyBytes = maxEntityBytes + 256 * 1024
/** Largest body of all, as Lambda counts it (rules/body-size.ts): 6 MB, less what the gateway adds. */
export const maxRequestBytes = 6 * 1024 * 1024 - 64 * 1024
/** Of calls that name many entities or values: filters, jobs, notes. */
export const maxAskedBytes = 1024 * 1024
/** Of all others, and of whatever anybody may send without a token. */
export const maxSmallBytes = 64 * 1024

/**
 * Deliveries of a message in the cloud before it goes to the dead letters. Lambda's own throttling counts as one: AWS
 * advises five at least, so that it costs no work its tries. Of these the worker makes three (functions/runtime/queue.ts).
 */
export const maxReceiveCount = 5

/** Header by which the edge shows that a request came through it. */
export const originSecretHeader = 'x-inputlist-origin-secret'
/** Largest answer, as Lambda counts it: 6 MB, less what the platform adds. */
export const maxAnswerBytes = 6 * 1024 * 1024 - 32 * 1024
/** JSON of whole entities that a list brings at once: it fits into an answer also without compression. */
export const listBudgetBytes = 3 * 1024 * 1024
/** Levels that the body of a request may have: deeper than any filter. */
export const maxBodyDepth = 64
/** Values that the body of a request may have, of any kind: more than the largest entity has, and few enough to be looked at in a moment. */
export const maxDataValues = 300_000
/** Levels that an entity's data may have, so that it still fits into a body that holds it. */
export const maxDataDepth = 56

/** Addresses of the app that the user pool leads back to, after signing in and out. */
export const signInPath = '/sign-in'
export const signedOutPath = '/signed-out'
/** Says whether a confirmation still holds: it stands on printed documents, and never changes. */
export const checkPath = '/check'
/** What lists show the public is below this address, without signing in; others link to it. */
export const publicRoot = '/public/'

export const tokenAudience = 'inputlist'
export const productTokenSeconds = 15 * 60
export const tokenCheckMs = 30_000
export const tokenRenewBelowSeconds = 65
/** How long a server may go on believing what it read of an account (decisions §8: at most 60 s). */
export const accountCacheSeconds = 15
/** No answer comes later: a call ends within 29 s, and on its way it may have to wait for a new server. */
export const answerTimeoutMs = 60_000
/** A document that is printed is asked for so often, and so long (specification: "timeout on retrieving pdf"). */
export const pdfPollMs = 1_000
export const pdfTimeoutMs = 45 * 60_000
export const backoffStepMs = 500
export const backoffTries = 5
export const saveAttempts = 3
export const derivedChainLimit = 5
/** Saved searches that a person may have made, sets of columns, and export sets, deleted ones not counted: of each so many. */
export const keptPerPerson = 300
/** JSON of all that a person keeps of one of these classes: a search has one kilobyte or two. */
export const keptBytesPerPerson = 2_000_000
/** Days that the link of a search works which nobody saved: then the search is removed. */
export const searchLinkDays = 90
/** What refers to a product is told up to so many (file 1 §9). */
export const referencesLimit = 250

/** Fixed UUIDs are version 5 of their key in this namespace; `scripts/fixed-ids.ts` prints them. */
export const idNamespace = '4b1d7a5e-6c1f-4f0e-9d55-2a7c9e0b1f3a'
export { fixedIds } from './fixed-ids.ts'

/** Tries of a unit of long work before it is given up. Also said by an index of the embedded queue. */
export const triesOfWork = 3
/** What is known of a job's units ends by itself after so many days; its entity stays. */
export const jobLifeDays = 90

/** Up to there three decimals are exact, and sums stay numbers. */
export const maxNumber = 1_000_000_000_000
/** Said by the schema of a date where there is none. */
export const dateExpected = 'expected a date'
/** Said by the schema of what is chosen, where there is no option's id. */
export const optionExpected = 'expected the id of an option'
export const optionsExpected = 'expected ids of options'
export const numberTooLarge = 'A number has at most 12 digits before the decimal point.'
