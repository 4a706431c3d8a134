/** What a search may answer with: rows of columns, or whole entities. */
import type { Row } from '../../shared/model/answers.ts'
import type { Entity } from '../../shared/model/entity.ts'

const has = (hit: unknown, key: string): boolean => typeof hit === 'object' && hit !== null && key in hit
export const isRow = (hit: unknown): hit is Row => has(hit, 'columns')
export const isEntity = (hit: unknown): hit is Entity => has(hit, 'entityclass')
