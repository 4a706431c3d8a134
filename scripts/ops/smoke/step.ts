import { errorMessage } from '../../../shared/errors.ts'
import { type Finding, spell, wrong } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'

export interface Step {
  /** What it shows, as a sentence; said where it fails. */
  name: string
  take(): Promise<Finding | Finding[]>
  /** What to do where it throws. */
  todo: string
}

/** Takes them one after the other and says each; one that fails does not end the others. */
export async function takeSteps(o: Operator, steps: Step[]): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { name, take, todo } of steps) {
    const findings = await take().catch((error: unknown) => wrong(`${name}: ${errorMessage(error)}`, todo))
    for (const finding of [findings].flat()) {
      found.push(finding)
      o.say(spell(finding))
    }
  }
  return found
}
