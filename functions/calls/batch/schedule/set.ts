import { set } from '../../../../shared/calls/batch/schedule/set.ts'
import { call } from '../../../runtime/call.ts'
import { scheduleViews } from '../../../services/job/schedules.ts'

/** Switches a schedule on or off. Errors: none of its own. */
export default call(
  set,
  ['scheduler', 'entities:read', 'jobStore:read', 'clock'],
  async ({ name, isOn }, { actor, ...ports }) => {
    await ports.scheduler.setOn(name, isOn)
    return { list: await scheduleViews(actor, ports) }
  },
)
