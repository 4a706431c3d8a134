import type { Locale } from '../constants.ts'
import type { Message, MessageParam } from '../model/message.ts'
import { titleIn } from '../rules/localized.ts'

const isMessage = (param: MessageParam): param is Message => typeof param === 'object' && 'key' in param

/** A message in a language. `say` gives the sentence of a key, undefined where there is none. */
export function sayMessage(
  { key, params = {} }: Message,
  locale: Locale,
  say: (key: string, params: Record<string, string | number>) => string | undefined,
): string | undefined {
  const said = (param: MessageParam): string | number => {
    if (typeof param !== 'object') return param
    if (Array.isArray(param)) return param.map(said).join(', ')
    return isMessage(param) ? (sayMessage(param, locale, say) ?? param.key) : titleIn(param.in, locale)
  }
  return say(key, Object.fromEntries(Object.entries(params).map(([name, param]) => [name, said(param)])))
}
