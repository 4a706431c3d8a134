import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { scheduleView } from '../../../model/schedule.ts'

export const list = contract({
  name: 'batch/schedule/list',
  title:
    'Jobs that start by themselves: whether they do, when they were due last, what became of it, and when they are due next',
  method: 'GET',
  access: 'schedule:manage',
  input: z.strictObject({}),
  output: z.object({ list: z.array(scheduleView) }),
})
