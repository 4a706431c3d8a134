/** How words of the register are written here: texts, keys, names of rows. */
import { createHash } from 'node:crypto'
import type { Locale } from '../../shared/constants.ts'
import type { Localized } from '../../shared/model/basics.ts'
import type { Texts } from './parse.ts'

/** Name of the register; keys and rows carry it, so it never changes. */
export const source = 'swiss-ppp'
/** Our languages by the register's. */
export const locales: Record<string, Locale> = { de: 'de_DE', fr: 'fr_FR', it: 'it_IT', en: 'en_GB' }
const maxKey = 150
const maxLine = 500

export const localized = (texts: Texts): Localized =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => {
      const locale = locales[language]
      return locale ? [[locale, text]] : []
    }),
  )
/** The German text stands for the thing: keys of the register differ between its editions. */
export const nameIn = (texts: Texts): string =>
  texts['de'] ?? texts['fr'] ?? texts['it'] ?? texts['en'] ?? Object.values(texts)[0] ?? ''
export const short = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 12)
/** A key of readable length that differs where the texts differ. */
export const keyOf = (text: string) =>
  text.length <= maxKey ? text : `${text.slice(0, maxKey)} ${short(text)}`
export const row = (id: string) => `${source}:${id}`
export const line = (text: string) => text.slice(0, maxLine)
export const isTrue = (text: string | undefined) => /^(true|1|yes|ja)$/i.test(text ?? '')
