/** Whom a conversation about something may be with. */
import type { recipients } from '../../../shared/calls/bml/conversation/recipients.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ConversationContext } from '../../../shared/model/conversation.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import { can, viewerClass } from '../../../shared/rules/permissions.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { companySubject } from '../../domain/company/rights.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { readMany } from '../entity/many.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'
import { openAbout, type TalkPorts } from './about.ts'
import { ownPartiesOf } from './own.ts'

type Answer = OutputOf<typeof recipients>
type Row = Answer['list'][number]

/** Whether somebody signs in for the company. */
async function hasUsers(entities: NamingReader, company: string): Promise<boolean> {
  for await (const { list } of namingPages(entities, company))
    for (const one of list)
      if (isOfClass('account', one) && !one.disabled && one.data.active && one.data.ssoUsers.length > 0)
        return true
  return false
}

/** Refuses: not_found ("id not found"). */
export async function recipientsOf(
  ports: TalkPorts & { entities: Pick<EntityReader, 'listNaming'> },
  context: ConversationContext,
  actor: Actor,
): Promise<Answer | Refusal> {
  const { entities, reference } = ports
  const about = await openAbout(ports, context, actor)
  if (isRefusal(about)) return about
  const [institutions, own] = await Promise.all([
    reference.all('institution'),
    ownPartiesOf(reference, actor),
  ])
  const mayChooseOthers = can(actor, 'message:start', { isInstitution: false, isConcerned: false })
  const isOwn = (id: string) => own.some((party) => party.id === id)
  const rows: Row[] = []
  const addInstitution = (id: string, isConcerned: boolean) => {
    const found = institutions.get(id)
    if (!found || found.disabled || rows.some((row) => row.id === id)) return
    const { title, users } = found.data
    rows.push({
      kind: 'org',
      id,
      title: titleIn(title, actor.language),
      isConcerned,
      hasPeople: users.length > 0,
    })
  }
  for (const id of about.institutions.keys()) if (!isOwn(id)) addInstitution(id, true)
  if (viewerClass(actor) !== 'P') {
    const companies = (await readMany(entities, about.companies)).filter((one) => isOfClass('company', one))
    for (const company of companies)
      if (!company.disabled && can(actor, 'company:view', companySubject(company)))
        rows.push({
          kind: 'company',
          id: company.id,
          title: company.data.baseData.name,
          isConcerned: true,
          hasPeople: await hasUsers(entities, company.id),
        })
  }
  if (mayChooseOthers) for (const id of institutions.keys()) if (!isOwn(id)) addInstitution(id, false)
  const senders = own
    .filter(({ kind }) => kind === 'org')
    .map(({ id }) => ({ id, title: titleIn(institutions.get(id)?.data.title, actor.language) }))
    .sort((a, b) => Number(about.institutions.has(b.id)) - Number(about.institutions.has(a.id)))
  const { key, id, title } = about
  return {
    about: { key, id, ...(title !== undefined && { title }) },
    list: rows,
    senders,
    mayChooseOthers,
  }
}
