/** Id of a new row. Random, so that rows that two people add at once never meet. */
export const newRowId = (): string => crypto.randomUUID()
