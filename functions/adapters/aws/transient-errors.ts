/** Errors of the table's engine that are transient: the same may succeed a moment later. */

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
const engineFaults = new Set(['InternalServerError', 'InternalFailure'])

/** Another transaction touched the same item. */
export const isConflict = (code: string) => conflicts.has(code)
/** A fault of the engine itself. */
export const isEngineFault = (code: string) => engineFaults.has(code)
export const isTransient = (code: string) => throttled.has(code) || isConflict(code) || isEngineFault(code)
