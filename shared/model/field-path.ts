/** Paths of fields. Apart from the fields' schemas, so that who needs only the path does not load those. */

/** Path of a field, e.g. `basis-f1`: it is a key of a list's data, so it never starts with an underscore. */
export const fieldPathPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/
export const tradeNamePath = 'basis-f1'
