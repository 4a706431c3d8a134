import { list } from '../../../../shared/calls/batch/schedule/list.ts'
import { call } from '../../../runtime/call.ts'
import { scheduleViews } from '../../../services/job/schedules.ts'

/** Tells of all schedules. Errors: none of its own. */
export default call(
  list,
  ['scheduler:read', 'entities:read', 'jobStore:read', 'clock'],
  async (_input, { actor, ...ports }) => ({ list: await scheduleViews(actor, ports) }),
)
