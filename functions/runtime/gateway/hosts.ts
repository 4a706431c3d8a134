/** Under which names the gateway answers, and who asks from this machine. */
import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'

/** `name`, `name:port`, `[::1]:port`: the name in lower case, IPv6 without its brackets. */
export function hostNameOf(host: string | undefined): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/i.exec(host ?? '')
  return (found?.[1] ?? found?.[2])?.toLowerCase().replace(/\.$/, '')
}

/** Browsers and systems lead these names to this machine, whatever a name server of somebody else says. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '::1' ||
  (isIPv4(name) && name.startsWith('127.'))
const isLoopbackAddress = (address: string): boolean => isLoopbackName(address.replace(/^::ffff:/, ''))

const headerOf = (request: IncomingMessage, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.join(',')
}
/** Headers by which proxies say that somebody else asks. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * True for a request of somebody at this machine: it comes from there, under one of its own names, and no proxy passes it
 * on for somebody else.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const name = hostNameOf(headerOf(request, 'host'))
  return (
    isLoopbackAddress(request.socket.remoteAddress ?? '') &&
    name !== undefined &&
    isLoopbackName(name) &&
    !forwarding.some((header) => request.headers[header] !== undefined)
  )
}

const isSafe = (method: string | undefined) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/**
 * Says why a request is refused because of its Host or Origin; undefined if it may go on. A page of a stranger can make
 * its own name point to this machine, and would then share an origin with Inputlist (DNS rebinding), so only names of
 * this machine and `allowed` ones are answered. What changes something comes from a page of Inputlist itself, or from no page.
 */
export function hostCheck(allowed: readonly string[]): (request: IncomingMessage) => string | undefined {
  const named = new Set(allowed.map((name) => hostNameOf(name) ?? name.toLowerCase()))
  return (request) => {
    const host = headerOf(request, 'host')
    const name = hostNameOf(host)
    if (name === undefined || !(isLoopbackName(name) || named.has(name)))
      return 'Inputlist does not answer under this name. ALLOWED_HOSTS names those that it answers under.'
    const origin = headerOf(request, 'origin')
    if (origin === undefined || isSafe(request.method)) return undefined
    const from = /^https?:\/\/(.+)$/i.exec(origin)?.[1]
    const isOwn =
      from !== undefined && (from.toLowerCase() === host?.toLowerCase() || named.has(hostNameOf(from) ?? ''))
    return isOwn ? undefined : 'Pages of other sites may not do this.'
  }
}
