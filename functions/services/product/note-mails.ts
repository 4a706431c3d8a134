/** Mails about notes: who gets one, and sending it. */
import { defaultLocale } from '../../../shared/constants.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { NoteRow } from '../../../shared/model/product.ts'
import { nameOf } from '../../../shared/rules/actor.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { mailTexts } from '../../../shared/texts/mail-texts.ts'
import { asActor, mailedAccounts, oneLine } from '../../domain/account/mails.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { type NotePlace, type NoteWritten, responsibleFor } from '../../domain/product/note-mails.ts'
import { noteIn } from '../../domain/product/note-rights.ts'
import { titlesOf } from '../../domain/product/view.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Site } from '../../ports/site.ts'
import { readMany } from '../entity/many.ts'
import { type ReferenceReader, viewReference } from './open.ts'
import { type EntityReader, loadParents } from './parents.ts'

export interface NoteMailConfig extends NotePlace {
  /** Of the label, for who reads of the job. */
  title: Localized
  [key: string]: unknown
}
interface Readers {
  entities: EntityReader
  reference: ReferenceReader
}

/** Of these notes those whose label wants a mail. */
export async function notesToMail(
  entities: EntityReader,
  written: readonly NoteWritten[],
): Promise<NoteMailConfig[]> {
  const found = await readMany(
    entities,
    written.map(({ label }) => label),
  )
  const labels = new Map(found.filter((one) => isOfClass('label', one)).map((one) => [one.id, one]))
  return written.flatMap(({ label: id, ...place }) => {
    const label = labels.get(id)
    return label?.data.sendEmailOnNote && !label.disabled ? [{ ...place, title: label.data.title }] : []
  })
}

/** The note as it stands now; undefined where it is gone, or settled for everybody. */
async function noteNow(
  entities: EntityReader,
  { product: id, list, note }: NotePlace,
): Promise<{ product: Product; row: NoteRow } | undefined> {
  const product = await entities.get(id)
  if (!isProduct(product) || product.disabled) return undefined
  const row = noteIn(product.data.listData[list], note)
  return row && !row.read ? { product, row } : undefined
}

/** Ids of the accounts that are to get a mail about the note. */
export async function recipientsOfNote(
  { entities, reference }: Readers,
  place: NotePlace,
): Promise<string[]> {
  const now = await noteNow(entities, place)
  const responsible = now && responsibleFor(now.product.data, place.list)
  if (!now || !responsible) return []
  const [institutions, known] = await Promise.all([reference.all('institution'), viewReference(reference)])
  const institution = institutions.get(responsible.institution)
  const named = responsible.accountId
  const ids = [...new Set([...(named === undefined ? [] : [named]), ...(institution?.data.users ?? [])])]
  const subject = ofList(productSubject(now.product.data, known.lists), place.list)
  const people = (await readMany(entities, ids)).filter((one) => {
    const actor = asActor(one, institutions)
    return actor !== undefined && can(actor, 'product:view-list', subject)
  })
  return mailedAccounts(people, 'sendNotificationMailsNotes', { first: named, author: now.row.by })
}

/**
 * Mails the note to the account, in its language and with what it may see now; sends nothing where the note is gone, or no
 * business of the account any more. A mail may go out twice where a process dies behind it.
 */
export async function mailNote(
  { entities, reference, mailer, site }: Readers & { mailer: Mailer; site: Pick<Site, 'home'> },
  place: NotePlace,
  accountId: string,
): Promise<void> {
  const [now, account, institutions, known, labels] = await Promise.all([
    noteNow(entities, place),
    entities.get(accountId),
    reference.all('institution'),
    viewReference(reference),
    reference.all('label'),
  ])
  const actor = asActor(account, institutions)
  if (!now || !actor || !account || !isOfClass('account', account)) return
  const { product, row } = now
  const subject = productSubject(product.data, known.lists)
  const { email, selectedUiLanguage: locale = defaultLocale } = account.data.userData
  if (email === undefined || !can(actor, 'product:view-list', ofList(subject, place.list))) return
  const [parents, author, say] = await Promise.all([
    loadParents(entities, [product.data]),
    entities.get(row.by),
    mailTexts(locale),
  ])
  const told = {
    product: oneLine(titlesOf([product], { actor, reference: known, parents })[product.id] ?? ''),
    list: titleIn(known.lists.get(place.list)?.data.title, locale),
    label: titleIn(labels.get(row.label ?? '')?.data.title, locale),
    author: author && isOfClass('account', author) ? nameOf(author.data) : '',
    text: row.text ?? '',
    address: site.home === undefined ? '' : `${site.home}/product/${product.id}/${place.list}`,
  }
  await mailer.send({
    to: [email],
    subject: oneLine(say('note.subject', told)),
    text: say('note.text', told),
  })
}
