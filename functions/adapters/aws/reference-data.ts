import type { ReferenceData } from '../../ports/reference-data.ts'
import type { ObservableStore } from '../common/observable-store.ts'
import { createReferenceData as createOver } from '../common/reference-data.ts'

/** The index by class follows the table within a second, by DynamoDB's word "typically"; this is generous. */
const indexLag = 60_000

/** Reference classes in the memory of a container. */
export const createReferenceData = (store: ObservableStore, now?: () => number): ReferenceData =>
  createOver(store, { now, lag: indexLag })
