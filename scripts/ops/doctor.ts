import type { Command } from './command.ts'
import { bucket, keys, table } from './doctor/data.ts'
import {
  callsGuarded,
  certificate,
  configServed,
  edgeSecret,
  pageServed,
  statusAnswers,
} from './doctor/edge.ts'
import { type Check, examine, type Finding, spell } from './doctor/finding.ts'
import { aliases, cluster, counts, domain, fields, form, refused } from './doctor/index-there.ts'
import { administrators, alarmsTold, mail, signIn } from './doctor/people.ts'
import { outputsThere, stacks } from './doctor/stacks.ts'
import { ages, alarms, concurrency, deadLetters, maintenanceOff, mappings } from './doctor/work.ts'
import type { Operator } from './operator.ts'

/** In the order of what depends on what: read from the top, the first thing wrong is often the cause of the others. */
const checks: Check[] = [
  ...[stacks, outputsThere, maintenanceOff],
  ...[statusAnswers, configServed, pageServed, callsGuarded, edgeSecret, certificate],
  ...[table, bucket, keys],
  ...[domain, cluster, aliases, form, fields, counts, refused],
  ...[mappings, deadLetters, ages, concurrency],
  ...[signIn, administrators, mail],
  ...[alarms, alarmsTold],
]

/** Looks at everything; says it line by line, in order, as it comes to know it. */
export async function examineStage(o: Operator): Promise<Finding[]> {
  const found: Finding[] = []
  for (const looking of checks.map((check) => examine(o, check)))
    for (const finding of await looking) {
      found.push(finding)
      o.say(spell(finding))
    }
  return found
}

/** Checks a deployed stage and says what is wrong. */
export const doctor: Command = {
  usage: '[--address <where the app is, if not at the address of the stack>]',
  async run(o) {
    const found = await examineStage(o)
    const count = (is: Finding['is']) => found.filter((one) => one.is === is).length
    o.say(`${count('fine')} fine, ${count('wrong')} wrong, ${count('unknown')} not checked`)
    return count('wrong') === 0
  },
}
