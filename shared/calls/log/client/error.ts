import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { nothing } from '../../../model/answers.ts'

export const error = contract({
  name: 'log/client/error',
  title: 'Tell of an error that a browser met',
  access: 'public',
  logsPerMinute: 60,
  input: z.strictObject({
    message: z.string().max(5000),
    stack: z.string().max(20_000).optional(),
    location: z.string().max(1000),
    requestId: z.string().max(100).optional(),
    build: z.string().max(100),
  }),
  output: nothing,
})
