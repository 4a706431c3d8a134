import { createReferenceData } from '../../adapters/aws/reference-data.ts'
import { port as entities } from './entities.ts'

export const port = createReferenceData(entities)
