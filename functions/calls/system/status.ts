import { status } from '../../../shared/calls/system/status.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { call } from '../../runtime/call.ts'

type Status = OutputOf<typeof status>

/**
 * Says whether the service is up, how its index is, and whether the index has followed every write. Answers during
 * maintenance too.
 */
export default call(
  status,
  ['settings', 'changes', 'index:read', 'indexHealth', 'clock'],
  async (_, { settings, changes, index, indexHealth, clock, log }) => {
    const [isMaintenance, said] = await Promise.all([settings.isMaintenance(), indexHealth.state()])
    // What answers is not unavailable, whatever was said about it up to half a minute ago.
    let indexState: Status['index'] = said === 'unavailable' ? 'degraded' : said === 'unknown' ? 'ok' : said
    let indexCaughtUp: boolean | undefined
    try {
      const [end, position] = await Promise.all([changes.end(), index.position()])
      if (end !== null) indexCaughtUp = end === undefined || (position !== undefined && position >= end)
    } catch (error) {
      indexState = 'unavailable'
      indexCaughtUp = false
      log({ degraded: String(error) })
    }
    const isDegraded = indexState === 'unavailable'
    const state: Status['status'] = isMaintenance ? 'maintenance' : isDegraded ? 'degraded' : 'ok'
    return {
      status: state,
      version: settings.version(),
      stage: settings.stage(),
      time: clock.now(),
      indexCaughtUp,
      index: indexState,
    }
  },
)
