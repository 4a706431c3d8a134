import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { scheduleName, scheduleView } from '../../../model/schedule.ts'

export const set = contract({
  name: 'batch/schedule/set',
  title: 'Switch a schedule on or off; what was due while it was off is not made up for',
  access: 'schedule:manage',
  logged: ['schedule', 'isOn'],
  input: z.strictObject({ schedule: scheduleName, isOn: z.boolean() }),
  /** All of them, as they are now. */
  output: z.object({ list: z.array(scheduleView) }),
})
