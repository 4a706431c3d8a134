/** Cases of property tests: the same in every run, others by `PROPERTY_SEED` (docs/decisions/properties.md). */
import * as fc from 'fast-check'

const everyDay = 20_261_121
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? everyDay) })
