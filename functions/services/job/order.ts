/** What orders of a template must hold to beside the form of their config. They only read. */

import type { FlagInput } from '../../../shared/jobs/flag.ts'
import type { MergeInput } from '../../../shared/jobs/merge.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { type Order, readOrder } from '../../domain/job/order.ts'
import { flagUnknown, isFlag } from '../../domain/product/flags.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { checkMerge } from '../company/merge-preview.ts'
import type { ReferenceReader } from '../product/open.ts'
import { flagScope } from './flag-preview.ts'

export interface OrderPorts {
  entities: Pick<EntityReader, 'get' | 'getMany'>
  reference: ReferenceReader
  clock: { timeZone: string }
}
type Config = Record<string, unknown>
type Check = (config: Config, actor: Actor, ports: OrderPorts) => Promise<Config | Refusal>

const checks: Record<string, Check | undefined> = {
  /** The flag is there, and what finds the products is understood; its title is kept for who reads of the job. */
  async flag(config, actor, ports) {
    const input = config as FlagInput
    const flag = await ports.entities.get(input.flagId)
    if (!isOfClass('selectoption', flag) || !isFlag(flag, input.action)) return flagUnknown('/config/flagId')
    const scope = await flagScope(input, actor, ports)
    return isRefusal(scope) ? scope : { ...config, title: flag.data.title }
  },
  /** Two companies that can be merged, as they were seen. */
  merge: (config, actor, ports) => checkMerge(config as MergeInput, actor, ports),
}

/** The template and the checked config of what was ordered. Refuses: forbidden, invalid_input, rule_violated. */
export async function checkOrder(order: Order, actor: Actor, ports: OrderPorts) {
  const read = readOrder(order, actor)
  if (isRefusal(read)) return read
  const config = (await checks[read.template.name]?.(read.config, actor, ports)) ?? read.config
  return isRefusal(config) ? config : { template: read.template, config }
}
