/** What every store refuses, in the same words. */
import { maxEntityBytes } from '../../../shared/constants.ts'
import { CallError } from '../../../shared/errors.ts'

/** A transaction of DynamoDB takes so many items; the embedded store keeps to it, so that nothing grows past it. */
export const maxItems = 100
/** Ids that may be asked for at once. */
export const maxIds = 500

export const tooManyItems = (items: number) =>
  new CallError('too_large', `One save may touch ${maxItems} items at most, this one ${items}.`, {
    key: 'tooManyItems',
    params: { max: maxItems, items },
  })

/** Something still names the entity that is to go. */
export const stillNamed = () =>
  new CallError('rule_violated', 'Something still names this entry.', { key: 'stillNamed' })
/** Nobody can know yet what names the entity. */
export const upgradePending = () =>
  new CallError(
    'rule_violated',
    'This is not possible until the data has been brought to this version (npm run ops -- upgrade).',
    { key: 'upgradePending' },
  )
/** Something that is not deleted would name what is. */
export const namesDeleted = (id: string) =>
  new CallError('rule_violated', `An entry that is named here was deleted: ${id}`, {
    key: 'namesDeleted',
    params: { id },
  })

export const tooManyIds = () => new CallError('too_large', `At most ${maxIds} ids at once.`)

/** A unique value is written `class#pointer#value`; the value itself may contain anything. */
export function uniqueTaken(value: string): CallError {
  const path = value.split('#')[1] ?? ''
  return new CallError('duplicate', `The value of ${path} is already taken.`, {
    key: 'duplicate',
    params: { path },
    path,
  })
}
export function entityTooLarge(bytes: number): CallError {
  const megabytes = (bytes / 1024 / 1024).toFixed(1)
  const max = maxEntityBytes / 1024 / 1024
  return new CallError('too_large', `This is ${megabytes} MB large; at most ${max} MB can be stored.`, {
    key: 'entityTooLarge',
    params: { megabytes, max },
  })
}
