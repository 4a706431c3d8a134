/** What a list's public search can show (decisions §9): parts of a product, by their ids. */
import * as z from 'zod'
import { companyRoles, locales } from '../constants.ts'
import { localized } from './basics.ts'
import { fieldPathPattern } from './field-path.ts'

/** Parts that each public product has. */
export const publicParts = ['name', 'category', 'standards'] as const
/** Parts that a list may show beside them, and beside its fields. */
const furtherParts = [...companyRoles, 'components', 'permits'] as const

export const allPublicParts = [...publicParts, ...furtherParts]
const isPart = (id: string) => allPublicParts.some((part) => part === id)
/** A part, or the path of a field. */
const publicPartId = z
  .string()
  .max(100)
  .refine(
    (id) => isPart(id) || fieldPathPattern.test(id),
    'expected a part of a product, or the path of a field',
  )
/** More would make pages that nobody reads, and counts that nobody waits for. */
const maxColumns = 12
const maxFacets = 12

/** Settings of a list. */
export const publicSearchSettings = {
  /** Whether the list is public: its search, its pages and its open data. */
  publicSearchOn: z.boolean().default(false),
  /** Parts that the table of its search shows, in their order; none: name, category and standards. */
  publicSearchColumns: z.array(publicPartId).max(maxColumns).default([]),
  /** Parts that people narrow the search by, in their order. */
  publicSearchFacets: z.array(publicPartId).max(maxFacets).default([]),
  /** Part that products are sorted by; absent: their name. */
  publicSearchSorting: publicPartId.optional(),
  /** Under which conditions others may use its open data. */
  publicSearchLicence: localized.optional(),
}

/** Settings of which a preview shows what they do. */
export const previewedSettings = z.strictObject({
  publicSearchExtraFields: z.array(z.string().max(100)).max(200),
  publicSearchColumns: publicSearchSettings.publicSearchColumns,
  publicSearchFacets: publicSearchSettings.publicSearchFacets,
  publicSearchSorting: publicSearchSettings.publicSearchSorting,
})

/** Languages as addresses name them. */
export const publicLanguages = locales.map((locale) => locale.slice(0, 2))
/** What a question may ask for at most, and what a page of products has unless told. */
export const publicAsking = { maxText: 200, usualSize: 25, maxSize: 100 } as const

/** A question to an address below `/public/`. */
export interface PublicRequest {
  /** Behind `/public/`, decoded. */
  path: string
  params: URLSearchParams
  /**
   * To be called before something is made that was not there: each address may have only so much made. Seconds to wait; 0 if it
   * may be made.
   */
  spend(): number
}
export interface PublicAnswer {
  /** Only answers of 200 are kept. */
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}
