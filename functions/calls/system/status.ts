import { status } from '../../../shared/calls/system/status.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { call } from '../../runtime/call.ts'

/** Says whether the service is up and whether its index has followed every write. Answers during maintenance too. */
export default call(
  status,
  ['settings', 'changes', 'index', 'clock'],
  async (_, { settings, changes, index, clock, log }) => {
    const isMaintenance = await settings.isMaintenance()
    let isDegraded = false
    let indexCaughtUp: boolean | undefined
    try {
      const [end, position] = await Promise.all([changes.end(), index.position()])
      if (end !== null) indexCaughtUp = end === undefined || (position !== undefined && position >= end)
    } catch (error) {
      isDegraded = true
      indexCaughtUp = false
      log({ degraded: String(error) })
    }
    const state: OutputOf<typeof status>['status'] = isMaintenance
      ? 'maintenance'
      : isDegraded
        ? 'degraded'
        : 'ok'
    return {
      status: state,
      version: settings.version(),
      stage: settings.stage(),
      time: clock.now(),
      indexCaughtUp,
    }
  },
)
