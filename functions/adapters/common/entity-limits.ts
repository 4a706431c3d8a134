/** What every store refuses, in the same words. */
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
