/** Addresses of screens, for links between features that do not know each other. */

/** A product's page in a list. Tabs and drawers are search parameters (`?tab=approvals`). */
export const productHref = (productId: string, listId: string, rev?: number) =>
  `/product/${productId}/${listId}${rev === undefined ? '' : `/${rev}`}`
export const companyHref = (companyId: string) => `/company/view/${companyId}`
