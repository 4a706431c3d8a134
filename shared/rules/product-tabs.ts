/** The tabs of a product, in their order, and what may stand on them. */
export const productTabs = [
  'main',
  'permits',
  'specific',
  'hobbygarden',
  'misc',
  'documents',
  'display',
  'checklist',
  'approvals',
] as const
export type ProductTab = (typeof productTabs)[number]

/** Tabs with something to edit, which can also show entries of the checklist. */
export const editedTabs = productTabs.filter((tab) => tab !== 'approvals')
export const isEditedTab = (tab: ProductTab): boolean => (editedTabs as readonly ProductTab[]).includes(tab)

/** Tabs that a field can be placed on. */
export const fieldTabs = editedTabs.filter((tab) => tab !== 'documents' && tab !== 'checklist')
