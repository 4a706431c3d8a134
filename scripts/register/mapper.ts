/** Single things of the register in Inputlist's words, as items of an import. */
import type { ImportItem } from '../../shared/calls/bml/import/run.ts'
import { fixedIds } from '../../shared/constants.ts'
import { storedDay } from '../../shared/rules/dates.ts'
import { fitsPercent } from '../../shared/rules/percent.ts'
import { companyItem } from './company-item.ts'
import type { Detail, Entry, Ingredient, Register, Texts } from './parse.ts'
import type { Place } from './prepare.ts'
import { isTrue, keyOf, line, locales, localized, nameIn, row, short } from './words.ts'

const main = 'plant-protection-agents'
const base = fixedIds.list.base
export interface Report {
  line?: number
  /** What it is about: `product 5994`, `parallel import F-4806`, `company 7048` … */
  what: string
  reason: string
}
const options: Record<string, string> = {
  coder: 'coder',
  codes: 'codes',
  dangersymbol: 'dangersymbol',
  signalwords: 'signalwords',
}
const isPublic = (type: string) => type.toUpperCase() === 'ACTIVE_INGREDIENT'

/** Entries as items, with what they refer to; remembers what could not be said. */
export class Mapper {
  readonly rejected: Report[] = []
  readonly notes: Report[] = []
  private readonly register: Register
  private readonly place: Place
  private readonly items = {
    category: new Map<string, ImportItem>(),
    component: new Map<string, ImportItem>(),
    selectoption: new Map<string, ImportItem>(),
    company: new Map<string, ImportItem>(),
  }
  private readonly holders = new Map<string, string>()
  constructor(register: Register, place: Place) {
    this.register = register
    this.place = place
  }

  private detail = (list: string, key: string): Detail | undefined => this.register.details[list]?.get(key)
  private add(item: ImportItem): string {
    this.items[item.kind as keyof typeof this.items].set(item.key, item)
    return `${item.kind}:${item.key}`
  }
  private note = (entry: Entry, what: string, reason: string) =>
    this.notes.push({ line: entry.line, what, reason })

  category(texts: Texts): string {
    const key = keyOf(nameIn(texts))
    return this.add({
      kind: 'category',
      key,
      data: {
        title: localized(texts),
        order: this.place.categoryOrder(key),
        mainCategoryKey: main,
        parent: fixedIds.mainCategory[main],
      },
    })
  }
  component(texts: Texts): string {
    return this.add({
      kind: 'component',
      key: keyOf(nameIn(texts)),
      data: { title: localized(texts), mainCategoryMapping: [main] },
    })
  }
  private unit(title: string): string {
    const everywhere = Object.fromEntries(Object.values(locales).map((l) => [l, title]))
    return this.add({ kind: 'selectoption', key: `unit ${title}`, data: { type: 'unit', title: everywhere } })
  }
  private riskLabel(list: string, { texts, code }: Detail): string {
    const title = Object.fromEntries(
      Object.entries(localized(texts)).map(([l, text]) => [
        l,
        code?.trim() ? `${code.trim()} ${text}` : text,
      ]),
    )
    const key = keyOf(`${options[list]} ${code?.trim() ?? ''} ${nameIn(texts)}`)
    return this.add({ kind: 'selectoption', key, data: { type: 'risk-phrase', title } })
  }

  /** Reference to the company, undefined if the register does not describe it. */
  company(key: string): string | undefined {
    const known = this.holders.get(key)
    if (known) return known
    const holder = this.register.holders.get(key)
    if (!holder || holder.name === '') return undefined
    const reference = this.add(companyItem(holder, this.register, this.place))
    this.holders.set(key, reference)
    return reference
  }
  private componentRows(entry: Entry, what: string) {
    const found = entry.ingredients.flatMap((ingredient) => {
      const detail =
        ingredient.substance === undefined ? undefined : this.detail('substance', ingredient.substance)
      if (!detail || nameIn(detail.texts) === '') {
        this.note(
          entry,
          what,
          `an ingredient names the substance ${ingredient.substance ?? '(none)'}, which is unknown`,
        )
        return []
      }
      return [{ ingredient, name: nameIn(detail.texts), reference: this.component(detail.texts) }]
    })
    // Sorted by what they are, so that another order in the file is no change.
    found.sort((a, b) => {
      const [x, y] = [a, b].map(
        (f) => `${isPublic(f.ingredient.type) ? 0 : 1} ${f.ingredient.type} ${f.name}`,
      )
      return x! < y! ? -1 : x! > y! ? 1 : 0
    })
    const rows: Record<string, unknown> = {}
    for (const [order, { ingredient, name, reference }] of found.entries()) {
      const id = short(`${ingredient.type} ${name}`)
      let free = row(id)
      for (let n = 2; Object.hasOwn(rows, free); n++) free = row(`${id}-${n}`)
      rows[free] = {
        component: { $key: reference },
        secrecy: isPublic(ingredient.type) ? 'public' : 'national-partners',
        ...(isPublic(ingredient.type) && { printlabel: true }),
        ...this.amount(ingredient),
        _order: order,
      }
    }
    return rows
  }
  private amount({ percent, gramsPerLitre }: Ingredient) {
    const number = (text: string) => (text === '' ? Number.NaN : Number(text.replace(',', '.')))
    const share = number(percent)
    if (Number.isFinite(share) && fitsPercent(share)) return { amount: share }
    // Traces have more decimals than a percentage; nothing of them is rounded away.
    if (Number.isFinite(share))
      return { amount: Number((share * 10).toFixed(10)), unit: { $key: this.unit('g/kg') } }
    if (Number.isFinite(number(gramsPerLitre)))
      return { amount: number(gramsPerLitre), unit: { $key: this.unit('g/l') } }
    return {}
  }

  private riskLabels(entry: Entry) {
    const found = new Set<string>()
    for (const list of Object.keys(options))
      for (const key of entry.keys[list] ?? []) {
        const detail = this.detail(list, key)
        if (detail && nameIn(detail.texts) !== '') found.add(this.riskLabel(list, detail))
      }
    return [...found].sort().map(($key) => ({ $key }))
  }

  private companyRows(entry: Entry, what: string) {
    const rows: Record<string, unknown> = {}
    for (const key of new Set(entry.keys['permissionholderkey'] ?? [])) {
      const reference = this.company(key)
      if (reference === undefined) this.note(entry, what, `its permission holder ${key} is unknown`)
      else if (Object.keys(rows).length)
        this.note(entry, what, 'it has several permission holders, the first is its distributor')
      else rows[row('distributor')] = { company: { $key: reference }, role: 'distributor' }
    }
    return rows
  }

  private end(entry: Entry, what: string): string | undefined {
    const days = ['exhaustiondeadline', 'soldoutdeadline'].flatMap((name) => {
      const text = entry.attributes[name] ?? ''
      if (text === '') return []
      const swiss = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
      const day = swiss
        ? `${swiss[3]}-${swiss[2]!.padStart(2, '0')}-${swiss[1]!.padStart(2, '0')}`
        : text.slice(0, 10)
      const date = new Date(`${day}T00:00:00.000Z`)
      const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
      if (!isDay) this.note(entry, what, `its deadline "${text}" is no date`)
      return isDay ? [storedDay(day)] : []
    })
    return days.sort()[0]
  }

  /** A product or parallel import; `permits` are its numbers, `parent` the key of the product it derives from. */
  product(
    entry: Entry,
    facts: { key: string; what: string; permits: string[]; parent?: string | undefined; isImport: boolean },
  ): ImportItem {
    const { key, what, permits, parent, isImport } = facts
    const { attributes } = entry
    const isActive = (attributes['terminationreason'] ?? '') === ''
    const categories = (entry.keys['productcategory'] ?? []).flatMap((k) => {
      const detail = this.detail('productcategory', k)
      return detail && nameIn(detail.texts) !== '' ? [this.category(detail.texts)] : []
    })
    if (!categories.length) this.note(entry, what, 'it has no known category')
    const companies = this.companyRows(entry, what)
    const end = this.end(entry, what)
    const { list, standard, permit, saleField, institution } = this.place
    return {
      kind: 'product',
      key,
      line: entry.line,
      data: {
        ...(parent !== undefined && { derivedProductId: { $key: `product:${parent}` } }),
        isNationalPartner: isImport,
        isNationalPartnerInitial: isImport,
        listData: {
          [base]: {
            ...(institution && { _responsible: { institution } }),
            _active: isActive,
            _category: {
              $key: categories[0] ?? this.category({ de: 'Ohne Kategorie', en: 'Without category' }),
            },
            'basis-f1': { textValue: line(attributes['name']!) },
            [saleField]: { booleanValue: isTrue(attributes['issalepermission']) },
            _companies: companies,
            _components: { base: this.componentRows(entry, what) },
            _permits: Object.fromEntries(
              permits.map((number, i) => [
                row(`permit-${i + 1}`),
                { permit, number: line(number), _order: i },
              ]),
            ),
            _risklabels: this.riskLabels(entry),
          },
          [list]: {
            _active: isActive,
            _companies: companies,
            _approval: { [standard]: { active: true, ...(end && { end }) } },
          },
        },
      },
    }
  }

  related(): ImportItem[] {
    const { category, component, selectoption, company } = this.items
    return [category, component, selectoption, company].flatMap((map) => [...map.values()])
  }
}
