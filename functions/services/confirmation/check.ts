/** Looks up what became of a confirmation, for anybody who has it. */
import type { check } from '../../../shared/calls/bml/confirmation/check.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { liveStandard } from '../../../shared/rules/approval.ts'
import { type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { endedStandards } from '../../domain/confirmation/holds.ts'
import { isConfirmation } from '../../domain/confirmation/rules.ts'
import { uniqueKey } from '../../domain/entity/unique-values.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { type ReferenceReader, viewReference } from '../product/open.ts'

interface CheckPorts {
  entities: Pick<EntityReader, 'get' | 'findUnique'>
  reference: ReferenceReader
  clock: { today(): string }
}
const unknownNumber = () =>
  refuse('not_found', 'There is no confirmation with this number.', { key: 'confirmationNumber' })

/**
 * What a confirmation said when its document was made out, which was public then, and whether its approvals count today.
 * Refuses: not_found.
 */
export async function checkConfirmation(
  { entities, reference, clock }: CheckPorts,
  typed: string,
): Promise<OutputOf<typeof check> | Refusal> {
  const number = typed.trim().toUpperCase()
  const id = await entities.findUnique(uniqueKey('listing_confirmation', '/number', number))
  const found = id === undefined ? undefined : await entities.get(id)
  if (!isConfirmation(found) || found.disabled) return unknownNumber()
  // Also of a document whose job was stopped: its mail may be out, and else nobody has the number.
  const { sent, replacedBy, productId, sendDate, withdrawn } = found.data
  if (!sent) return unknownNumber()
  const { content, hash, fileHash } = sent
  const [product, { lists, standards }, next] = await Promise.all([
    entities.get('product', productId),
    viewReference(reference),
    replacedBy === undefined ? undefined : entities.get('listing_confirmation', replacedBy),
  ])
  const ended = endedStandards(content, {
    product,
    lists,
    standards: (standard) => liveStandard(standards, standard),
    today: clock.today(),
  })
  return {
    state:
      withdrawn !== undefined
        ? 'withdrawn'
        : replacedBy !== undefined
          ? 'replaced'
          : sendDate === undefined
            ? 'unsent'
            : ended.length > 0
              ? 'ended'
              : 'valid',
    number,
    content,
    hash,
    fileHash,
    ended,
    // That of another company is not told to whoever has this paper.
    ...(isConfirmation(next) &&
      next.data.companyId === found.data.companyId &&
      next.data.number !== undefined && { replacedBy: next.data.number }),
  }
}
