/** Listing confirmations that are sent, beside their documents printed by Chromium alone. */
import createCall from '../../functions/calls/bml/product/createlistingconfirmation.ts'
import sendCall from '../../functions/calls/bml/product/sendlistingconfirmation.ts'
import type { openEmbedded } from '../../functions/wiring/embedded.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { actorOf } from '../../shared/rules/actor.ts'
import type { keeping } from '../bench/keeping.ts'
import { demoAccount } from '../seed/people.ts'

type Ports = Awaited<ReturnType<typeof openEmbedded>>['ports']
/** Units of the kind that are done at the same time. */
const atOnce = 4

/** What makes a confirmation of a product of the demonstration that may be sent, and sends it. */
async function findConfirmable(ports: Ports) {
  const account = (await ports.entities.get('account', demoAccount('admin')))!
  const actor = actorOf(account, account.data.ssoUsers[0] ?? '', await ports.reference.all('institution'))
  const context = { ...ports, actor, requestId: 'bench', log: () => {} }
  const language = 'de_DE' as const
  const url = 'http://127.0.0.1:3000/'
  const make = async (productId: string, list: string, institutionId: string, companyId: string) => {
    const asked = {
      productId,
      listIds: [list],
      institutionId,
      companyId,
      language,
      type: 'listing' as const,
      url,
    }
    return (await createCall.run(asked, context)).id
  }
  const send = (confirmationId: string) => sendCall.run({ confirmationId }, context)
  const { list: products } = await ports.entities.listByClass('product', { limit: 500 })
  for (const { id, data } of products as Entity<ProductData>[])
    for (const [list, of] of Object.entries(data.listData))
      for (const { company } of Object.values(of._companies ?? {})) {
        const institution = of._responsible?.institution
        if (!company || !institution) continue
        try {
          const made = () => make(id, list, institution, company)
          await send(await made())
          return { make: made, send }
        } catch {
          // This one lacks something.
        }
      }
  throw new Error('no product of the demonstration may be confirmed')
}

/** Seconds that so many take: sent by their jobs, and printed alone. */
export async function confirmationTimes(
  ports: Ports,
  worked: () => Promise<void>,
  many: number,
  { pdf, last }: ReturnType<typeof keeping>,
): Promise<{ sent: number; printed: number }> {
  const { make, send } = await findConfirmable(ports)
  await worked()
  const ids: string[] = []
  for (let i = 0; i < many; i++) ids.push(await make())
  const from = performance.now()
  for (const id of ids) await send(id)
  await worked()
  const middle = performance.now()
  for (const id of ids) {
    const { data } = (await ports.entities.get('listing_confirmation', id))!
    if (data.sendDate === undefined) throw new Error('a confirmation was not sent')
  }
  const page = last()!
  let left = many
  const printOn = async () => {
    while (left-- > 0) await pdf.print(...page)
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: atOnce }, printOn))
  return { sent: (middle - from) / 1000, printed: (performance.now() - begun) / 1000 }
}
