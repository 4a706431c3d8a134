/** Printed reports of products: what browser and server both know of them. */
export const reportTypes = ['print', 'reregistration', 'components'] as const
export type ReportType = (typeof reportTypes)[number]
/** Products of a report: more are not read, written and printed within the time of a request and of a document. */
export const maxReportProducts = 500
