import { jobEngineContract } from './job-engine.suite.ts'

jobEngineContract('node:sqlite', 30)
