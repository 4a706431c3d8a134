import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { nothing } from '../../../model/answers.ts'

export const report = contract({
  name: 'log/client/report',
  title: 'Tell which browser a session uses',
  access: 'public',
  logsPerMinute: 60,
  input: z.strictObject({
    userAgent: z.string().max(1000),
    language: z.string().max(50),
    platform: z.string().max(200),
    location: z.string().max(1000),
    screen: z.strictObject({ width: z.number(), height: z.number() }),
    appId: z.string().max(100),
    build: z.string().max(100),
  }),
  output: nothing,
})
