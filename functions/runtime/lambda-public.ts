/** Entry point of `/public/` in the cloud. Apart from the others: it takes schemas along, which they load with their first request. */
import { once } from '../../shared/once.ts'
import { cloudLog as log, startInvocation } from './cloud-log.ts'
import { type Load, type OfHttp, onlyPorts } from './lambda.ts'
import type { Ports } from './ports.ts'
import { type PublicSite, publicHandler } from './public.ts'

/** Handler of everything below `/public/`. */
export function lambdaOfPublic(load: Load<PublicSite>, ports: Partial<Ports>): OfHttp {
  const handler = once(async () => publicHandler(await load(), onlyPorts(ports), { log }))
  return async (http, context) => {
    startInvocation(context)
    return (await handler())(http)
  }
}
