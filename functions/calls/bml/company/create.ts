import { create } from '../../../../shared/calls/bml/company/create.ts'
import { forbidden } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideCompanyCreate } from '../../../domain/company/save.ts'
import { viewCompany } from '../../../domain/company/view.ts'
import { uniqueValues } from '../../../domain/entity/unique-values.ts'
import { call } from '../../../runtime/call.ts'
import { companyFacts } from '../../../services/company/facts.ts'

/** Creates a company that has a name so far, perhaps a city and a tax number. Errors: forbidden, rule_violated (form of a VAT number). */
export default call(
  create,
  ['entities', 'reference', 'clock', 'ids'],
  async (input, { entities, reference, clock, ids, actor }) => {
    const { formats } = await companyFacts(reference)
    const made = { id: ids.next(), address: ids.next() }
    const company = unwrap(decideCompanyCreate(input, actor, made, { formats, now: clock.now() }))
    // The same request again, after it was cut off between its write and its answer.
    const known = await entities.get('company', company.id)
    const written =
      known ?? (await entities.put(company, { expectRev: 0, unique: uniqueValues('company', company.data) }))
    const view = viewCompany(written, actor, await reference.all('institution'))
    if (!view) throw forbidden()
    return view
  },
)
