import { set } from '../../../../shared/calls/batch/schedule/set.ts'
import { call } from '../../../runtime/call.ts'
import { scheduleViews } from '../../../services/job/schedules.ts'

/** Switches a schedule on or off. Errors: none of its own. */
export default call(
  set,
  ['scheduler', 'entities:read', 'jobStore:read', 'clock'],
  async ({ schedule, isOn }, { actor, ...ports }) => {
    await ports.scheduler.setOn(schedule, isOn)
    const list = await scheduleViews(actor, ports)
    // Who reads may be told of before.
    return { list: list.map((one) => (one.name === schedule ? { ...one, isOn } : one)) }
  },
)
