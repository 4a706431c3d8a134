/** Institutions: who they are, how they bill, and what their new fee schedules begin with. */
import * as admin from '../../../../shared/model/administration.ts'
import { isIban } from '../../../../shared/rules/iban.ts'
import { percentFault } from '../../../../shared/rules/percent.ts'
import type { ClassDescription } from './description.ts'

const isEmail = (value: unknown) => admin.institution.shape.invoiceEmailBcc.safeParse(value).success

export const institution = {
  entityclass: 'institution',
  schema: admin.institution,
  title: 'title',
  fields: [
    { key: 'title', kind: 'localized', isRequired: true },
    { key: 'internalName', kind: 'text', hasHint: true },
    { key: 'corePartner', kind: 'check' },
    { key: 'country', kind: 'select', from: { entities: 'country' } },
    { key: 'users', kind: 'many', from: 'accounts' },
    { key: 'yearlyInvoiceRun', kind: 'check', hasHint: true, section: 'invoicing' },
    {
      key: 'iban',
      kind: 'text',
      fault: (value) => (isIban(String(value)) ? undefined : 'ibanInvalid'),
    },
    {
      key: 'invoiceAddress',
      kind: 'group',
      texts: [{ key: 'street' }, { key: 'zip', isShort: true }, { key: 'city' }],
      hasHint: true,
    },
    {
      key: 'invoiceEmailBcc',
      kind: 'text',
      fault: (value) => (isEmail(value) ? undefined : 'email'),
      hasHint: true,
    },
    {
      key: 'vatPercent',
      kind: 'number',
      fault: (value) => percentFault(Number(value)),
      section: 'feeSchedules',
    },
    { key: 'paymentDeadline', kind: 'number', isWhole: true },
    { key: 'invoiceTextsInitial', kind: 'localizedLong', hasHint: true },
    { key: 'invoiceTextsYearly', kind: 'localizedLong', hasHint: true },
  ],
  columns: ['internalName', 'country', 'corePartner', 'yearlyInvoiceRun'],
} as const satisfies ClassDescription
