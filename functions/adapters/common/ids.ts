import { randomUUID } from 'node:crypto'
import type { Ids } from '../../ports/ids.ts'

/** Random UUIDs (version 4): an id tells nothing about when or in which order things were made. */
export const randomIds: Ids = { next: () => randomUUID() }
