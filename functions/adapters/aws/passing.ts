/** Which errors of the table's engine pass by themselves. */

const throttled = new Set([
  'ThrottlingException',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
])
const conflicts = new Set([
  'TransactionConflict',
  'TransactionConflictException',
  'TransactionInProgressException',
])
const hiccups = new Set(['InternalServerError', 'InternalFailure'])

/** Another transaction touched the same item. */
export const isConflict = (code: string) => conflicts.has(code)
/** A fault of the engine itself. */
export const isHiccup = (code: string) => hiccups.has(code)
export const isPassing = (code: string) => throttled.has(code) || isConflict(code) || isHiccup(code)
