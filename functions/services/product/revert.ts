import type { Entity } from '../../../shared/model/entity.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { isProduct, productNotFound } from '../../domain/product/context.ts'
import { decideRevert } from '../../domain/product/revert.ts'
import { type CommandContext, productCommand } from './command.ts'
import type { RevisionReader } from './parents.ts'

/** Writes an older revision of a product as the newest. Refuses: not_found, forbidden, revision_conflict, rule_violated. */
export const revertProduct = (
  ports: CommandContext & { entities: Pick<RevisionReader, 'getRevision'> },
  input: { id: string; rev: number; toRev: number },
): Promise<ProductView | Refusal> =>
  productCommand(ports, input, async (c) => {
    const then: Entity | undefined = (await ports.entities.getRevision(input.id, input.toRev))?.entity
    return isProduct(then) ? decideRevert(c, then) : productNotFound(input.id)
  })
