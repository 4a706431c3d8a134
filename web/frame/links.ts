/** Addresses of screens, for links between features that do not know each other. */

/** A product's page in a list. Tabs and drawers are search parameters (`?tab=approvals`). */
export const productHref = (productId: string, listId: string, rev?: number) =>
  `/product/${productId}/${listId}${rev === undefined ? '' : `/${rev}`}`
/** The list of products, narrowed by a condition in its short form. */
export const productsHref = (query: string) => `/?${new URLSearchParams({ f: query })}`
/** A product that is stored by its first save. */
export const newProductHref = (listId: string) => `/product/new/${listId}`
export const companyHref = (companyId: string) => `/company/view/${companyId}`
export const mergeHref = (companyIds: readonly string[]) => `/company/merge?ids=${companyIds.join(',')}`
/** The jobs, with one of them opened beside the list. */
export const jobHref = (id: string) => `/jobs?job=${id}&drawer=job`
/** The jobs of everybody, or one's own. */
export const jobsHref = (of: 'me' | 'all') => `/jobs?of=${of}`
/** What starts by itself. */
export const schedulesHref = '/admin/schedules'
/** An institution, opened beside all of them. */
export const institutionHref = (id: string) => `/admin/user/institutionmanagement?entry=${id}&drawer=entry`
export const feeSchedulesHref = '/admin/feeschedule'
export const feeScheduleHref = (id: string) => `${feeSchedulesHref}/${id}`
export const invoicesHref = '/invoice/list'
export const invoiceHref = (id: string) => `/invoice/view/${id}`
/** What an invoice run has billed, or would bill. */
export const invoiceRunHref = (jobId: string) => `/invoice/run/${jobId}`
/** What the invoices of a year come to. */
export const invoicePictureHref = '/invoice/picture'
export const messagesHref = '/user/messagecenter'
export const conversationHref = (id: string) => `${messagesHref}/detail/${id}`
/** The conversation about something, or a new one. */
export const talkHref = (key: 'productId' | 'invoiceId' | 'confirmationId', id: string) =>
  `${conversationHref('new')}?${key}=${id}`
