/** Institutions and accounts of the demonstration. Sign-in users have the same names and subs. */
import { fixedIds } from '../../shared/constants.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { same } from './titles.ts'

export const demoUsers = ['admin', 'core', 'core2', 'national', 'registered', 'company'] as const
export type DemoUser = (typeof demoUsers)[number]
/** Id of a demonstration user at the identity provider. */
export const demoSub = (user: DemoUser) => uuidV5(`account-sub/${user}`)
export const demoEmail = (user: DemoUser) => `${user}@demo.inputlist.example`
export const demoAccount = (user: string) => uuidV5(`account/${user}`)

export const institutionId = (key: string) => uuidV5(`institution/${key}`)
export const countryId = (iso: string) => uuidV5(`country/${iso}`)
/** Company that the paid company user maintains. */
export const demoCompany = uuidV5('company/nordhain')

const account = (
  key: string,
  fullname: string,
  staticData?: Record<string, boolean>,
  more: Record<string, unknown> = {},
) => ({
  id: demoAccount(key),
  data: {
    active: true,
    ssoUsers: [] as string[],
    registrationName: key,
    ...(staticData && { staticData: { fullname, ...staticData } }),
    userData: { fullname },
    ...more,
  },
})
const signIn = (user: DemoUser, fullname: string, more: Record<string, unknown> = {}) => ({
  ssoUsers: [demoSub(user)],
  userData: { fullname, email: demoEmail(user) },
  ...more,
})
const editor = { hasApprovalRight: true, canChangeResponsible: true, canChangeCompanies: true }

export const accounts = [
  {
    id: fixedIds.account.system,
    data: {
      active: false,
      registrationName: 'system',
      registrationOptionName: 'system',
      staticData: { fullname: 'System', isAdmin: true },
    },
  },
  account(
    'admin',
    'Johanna Brandl',
    { isAdmin: true, isSuperAdmin: true, ...editor },
    signIn('admin', 'Johanna Brandl'),
  ),
  account('core', 'Matthias Egger', editor, signIn('core', 'Matthias Egger')),
  // A second account of the same person: shows the account selector, and that four eyes hold across accounts.
  account(
    'core-rhine',
    'Matthias Egger (Rheintal)',
    { hasApprovalRight: true },
    signIn('core', 'Matthias Egger (Rheintal)'),
  ),
  account('core2', 'Lena Hofstetter', editor, signIn('core2', 'Lena Hofstetter')),
  account(
    'national',
    'Camille Aubertin',
    { canChangeCompanies: true },
    signIn('national', 'Camille Aubertin'),
  ),
  account(
    'registered',
    'Piet van der Laar',
    undefined,
    signIn('registered', 'Piet van der Laar', { registrationOptionName: 'registered' }),
  ),
  account(
    'company',
    'Sabine Nordhain',
    undefined,
    signIn('company', 'Sabine Nordhain', { registrationOptionName: 'company', companyLink: demoCompany }),
  ),
  // Colleagues without a sign-in of their own: names in histories.
  account('rhine-1', 'Ulrike Thoma', editor),
  account('france-1', 'Bastien Leroux', { hasApprovalRight: true }),
  account('austria-1', 'Veronika Lechthaler', editor),
  account('sweden-1', 'Anders Holmgren', { hasApprovalRight: true, canChangeCompanies: true }),
  account('hungary-1', 'Eszter Kádár', { hasApprovalRight: true }),
]

export const institutions = [
  { key: 'aare', title: 'Prüfinstitut Aaretal', country: 'CH', core: true, users: ['core', 'core2'] },
  { key: 'rhine', title: 'Prüfstelle Rheintal', country: 'DE', core: true, users: ['core-rhine', 'rhine-1'] },
  {
    key: 'france',
    title: 'Contrôle Terre Vive',
    country: 'FR',
    core: false,
    users: ['national', 'france-1'],
  },
  { key: 'austria', title: 'Biokontrolle Alpenvorland', country: 'AT', core: false, users: ['austria-1'] },
  { key: 'sweden', title: 'Odlingsgranskning Nord', country: 'SE', core: false, users: ['sweden-1'] },
  { key: 'hungary', title: 'Ökovizsgáló Műhely', country: 'HU', core: false, users: ['hungary-1'] },
].map(({ key, title, country, core, users }) => ({
  id: institutionId(key),
  key,
  users: users.map(demoAccount),
  data: {
    title: same(title),
    internalName: key,
    users: users.map(demoAccount),
    corePartner: core,
    vatPercent: { CH: 8.1, DE: 19, FR: 20, AT: 20, SE: 25, HU: 27 }[country],
    paymentDeadline: 30,
    country: countryId(country),
  },
}))
