/**
 * Reads the register's XML piece by piece. Names of elements and attributes are compared without case, and what is
 * not known is passed over: editions differ in what they add or leave out, and in what their keys look like.
 */
import { SaxesParser } from 'saxes'
import { Problem } from './problem.ts'

/** Texts by the register's language codes (`de`, `fr` …); empty ones are left out. */
export type Texts = Record<string, string>
export interface Detail {
  texts: Texts
  code?: string
}
export interface Holder {
  name: string
  additional: string
  street: string
  postOfficeBox: string
  phone: string
  fax: string
  city?: string
  country?: string
}
export interface Ingredient {
  type: string
  substance?: string
  percent: string
  gramsPerLitre: string
}
export interface Entry {
  kind: 'product' | 'parallelimport'
  /** Line of the file. */
  line: number
  attributes: Record<string, string>
  /** Keys of related things by the name of their element, in lower case, as they stand. */
  keys: Record<string, string[]>
  ingredients: Ingredient[]
}
export interface Register {
  entries: Entry[]
  /** Details by name of their list, in lower case, then by key. */
  details: Record<string, Map<string, Detail>>
  holders: Map<string, Holder>
}

const entryElements: Record<string, Entry['kind']> = { product: 'product', parallelimport: 'parallelimport' }
const keyElements = new Set([
  'productcategory',
  'permissionholderkey',
  'coder',
  'codes',
  'dangersymbol',
  'signalwords',
])
const holderTexts: Record<string, keyof Holder> = {
  name: 'name',
  additionalinformation: 'additional',
  street: 'street',
  postofficebox: 'postOfficeBox',
  phone: 'phone',
  fax: 'fax',
}
type Attributes = Record<string, string>
const keyOf = (attributes: Attributes) => attributes['primarykey'] || attributes['id'] || undefined

class Reader {
  readonly register: Register = { entries: [], details: {}, holders: new Map() }
  private path: string[] = []
  private text = ''
  private entry: Entry | undefined
  private ingredient: Ingredient | undefined
  private list: string | undefined
  private detail: Detail | undefined
  private holder: Holder | undefined

  open(rawName: string, raw: Attributes, line: number): void {
    const name = rawName.replace(/^.*:/, '').toLowerCase()
    const attributes: Attributes = {}
    for (const [key, value] of Object.entries(raw)) attributes[key.toLowerCase()] = value.trim()
    this.path.push(name)
    this.text = ''
    if (this.entry) this.openInEntry(name, attributes)
    else if (this.list !== undefined) this.openInMetaData(name, attributes)
    else if (name === 'metadata') this.list = (attributes['name'] ?? '').toLowerCase()
    else if (Object.hasOwn(entryElements, name)) {
      const kind = entryElements[name]!
      this.entry = { kind, line, attributes, keys: {}, ingredients: [] }
      this.register.entries.push(this.entry)
    }
  }
  private openInEntry(name: string, attributes: Attributes): void {
    const key = keyOf(attributes)
    if (name === 'ingredient') {
      this.ingredient = {
        type: attributes['substancetype'] ?? '',
        percent: attributes['inpercent'] ?? '',
        gramsPerLitre: attributes['ingrammperlitre'] ?? attributes['ingramperlitre'] ?? '',
      }
      this.entry?.ingredients.push(this.ingredient)
    } else if (name === 'substance' && this.ingredient) {
      if (key) this.ingredient.substance = key
    } else if (keyElements.has(name) && key && this.entry) {
      this.entry.keys[name] ??= []
      this.entry.keys[name].push(key)
    }
  }
  private openInMetaData(name: string, attributes: Attributes): void {
    const key = keyOf(attributes)
    if (name === 'detail' && key) {
      this.detail = { texts: {} }
      this.register.details[this.list!] ??= new Map()
      this.register.details[this.list!]!.set(key, this.detail)
    } else if (name === 'permissionholder' && key) {
      this.holder = { name: '', additional: '', street: '', postOfficeBox: '', phone: '', fax: '' }
      this.register.holders.set(key, this.holder)
    } else if (this.holder && name === 'city' && key) this.holder.city = key
    else if (this.holder && name === 'country' && key) this.holder.country = key
    else if (this.detail && name === 'description') {
      const { language = '', value = '' } = attributes
      if (value !== '' && language !== '') this.detail.texts[language.toLowerCase()] ??= value
    } else if (this.detail && name === 'code') {
      if (attributes['value']) this.detail.code ??= attributes['value']
    }
  }
  addText(text: string): void {
    this.text += text
  }
  close(): void {
    const name = this.path.pop()
    const text = this.text.trim()
    this.text = ''
    if (this.entry) {
      if (name === 'substancetype' && this.ingredient && text) this.ingredient.type = text
      if (name === 'ingredient') this.ingredient = undefined
      if (name && Object.hasOwn(entryElements, name)) this.entry = undefined
      return
    }
    if (this.holder && name && text) {
      const key = holderTexts[name]
      if (key) this.holder[key] = text
    }
    if (name === 'permissionholder') this.holder = undefined
    if (name === 'detail') this.detail = undefined
    if (name === 'metadata') this.list = undefined
  }
}

/** Errors: `Problem` for broken XML, and for XML that holds no products. */
export async function parseRegister(text: AsyncIterable<string>, file: string): Promise<Register> {
  const parser = new SaxesParser()
  const reader = new Reader()
  let root = ''
  let failure: string | undefined
  parser.on('error', (error) => {
    failure ??= error.message.replace(/^\S*?(\d+):(\d+): /, 'line $1, column $2: ')
  })
  parser.on('opentag', (tag) => {
    root ||= tag.name
    reader.open(tag.name, tag.attributes as Attributes, parser.line)
  })
  parser.on('text', (part) => reader.addText(part))
  parser.on('cdata', (part) => reader.addText(part))
  parser.on('closetag', () => reader.close())
  const check = () => {
    if (failure !== undefined) throw new Problem(`The XML of ${file} is broken: ${failure}`)
  }
  for await (const piece of text) {
    parser.write(piece)
    check()
  }
  parser.close()
  check()
  if (!reader.register.entries.some((entry) => entry.kind === 'product'))
    throw new Problem(`${file} is no register of plant protection products: <${root}> holds no <Product>.`)
  return reader.register
}
