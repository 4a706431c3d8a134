/** Printed reports of products: what browser and server both know of them. */
export const reportTypes = ['print', 'reregistration', 'components'] as const
export type ReportType = (typeof reportTypes)[number]
/** One document of all; or one for each product, of a re-registration for each company, in a zip. */
export const reportForms = ['pdf', 'zip'] as const
export type ReportForm = (typeof reportForms)[number]
/** Products of a report: about as many sheets as somebody still looks through, and twice what the largest lists print. */
export const maxReportProducts = 5000
