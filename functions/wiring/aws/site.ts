import { siteAt } from '../../adapters/common/site.ts'
import { variable } from './environment.ts'

export const port = siteAt([variable('SITE')])
