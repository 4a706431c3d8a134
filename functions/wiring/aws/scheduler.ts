import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { createScheduler } from '../../adapters/aws/scheduler.ts'
import { port as clock } from './clock.ts'
import { client, variable } from './environment.ts'

export const port = createScheduler(new SchedulerClient(client), variable('STAGE'), clock)
