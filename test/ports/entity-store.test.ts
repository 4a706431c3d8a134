import { openEmbeddedStore } from './embedded.ts'
import { entityStoreContract } from './entity-store.suite.ts'

entityStoreContract('node:sqlite', openEmbeddedStore)
