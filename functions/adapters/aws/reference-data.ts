import type { ReferenceData } from '../../ports/reference-data.ts'
import { createReferenceData as createOver } from '../common/reference-data.ts'
import type { ToldStore } from '../common/told-store.ts'

/** The index by class follows the table within a second, by DynamoDB's word "typically"; this is generous. */
const indexLag = 60_000

/** Reference classes in the memory of a container. */
export const createReferenceData = (store: ToldStore, now?: () => number): ReferenceData =>
  createOver(store, { now, lag: indexLag })
