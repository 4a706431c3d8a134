/** A company and a product of the small world that can be confirmed. */
import type { CompanyData } from '../../shared/model/company.ts'
import { type Harness, ids } from './harness.ts'

/** Writes a state by hand: what is judged is what is stored. */
export async function change<T>(h: Harness, id: string, to: (data: T) => void): Promise<void> {
  const before = (await h.ports.entities.get(id))!
  const data = structuredClone(before.data)
  to(data as T)
  await h.ports.entities.put({ ...before, rev: before.rev + 1, data }, { expectRev: before.rev })
}
/** Mends what the small world lacks: its company gets a language and an e-mail address. */
export const complete = (h: Harness) =>
  change<CompanyData>(h, ids.company.nordhain, ({ baseData, contactPersons }) => {
    baseData.language = 'de_DE'
    contactPersons['p1']!.email = 'lea@nordhain.example'
  })
