import type { ReferenceData } from '../../ports/reference-data.ts'
import type { ObservableStore } from '../common/observable-store.ts'
import { createReferenceData as createOver } from '../common/reference-data.ts'
import type { Database } from './database.ts'

/** Reference classes in memory; the file tells whether another process has written. */
export const createReferenceData = (
  db: Database,
  store: ObservableStore,
  now?: () => number,
): ReferenceData => createOver(store, { now, version: () => db.foreignVersion() })
