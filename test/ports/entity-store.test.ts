import { openEmbeddedStore } from './embedded.ts'
import { entityNamesContract } from './entity-names.suite.ts'
import { entityStoreContract } from './entity-store.suite.ts'

entityStoreContract('node:sqlite', openEmbeddedStore)
entityNamesContract('node:sqlite', openEmbeddedStore)
