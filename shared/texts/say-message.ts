import type { Locale } from '../constants.ts'
import type { Message, MessageParam } from '../model/message.ts'
import { titleIn } from '../rules/localized.ts'

const isMessage = (param: MessageParam): param is Message => typeof param === 'object' && 'key' in param

/** One after the other: words with commas between them, sentences as they end. */
const listed = (texts: readonly string[]): string =>
  texts
    .map((text, at) => (at === texts.length - 1 ? text : `${text}${/[.!?]$/.test(text) ? ' ' : ', '}`))
    .join('')

/** A message in a language. `say` gives the sentence of a key, undefined where there is none. */
export function sayMessage(
  { key, params = {} }: Message,
  locale: Locale,
  say: (key: string, params: Record<string, string | number>) => string | undefined,
  /** Title of a place; the pointer itself unless told. */
  titleOf: (place: string) => string = (place) => place || '/',
): string | undefined {
  const said = (param: MessageParam): string | number => {
    if (typeof param !== 'object') return param
    if (Array.isArray(param)) return listed(param.map((one) => String(said(one))))
    if (isMessage(param)) return sayMessage(param, locale, say, titleOf) ?? param.key
    return 'place' in param ? titleOf(param.place) : titleIn(param.in, locale)
  }
  return say(key, Object.fromEntries(Object.entries(params).map(([name, param]) => [name, said(param)])))
}
