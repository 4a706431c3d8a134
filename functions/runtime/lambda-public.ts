/** Entry point of `/public/` in the cloud. Apart from the others: it takes schemas along, which they load with their first request. */
import { cloudLog as log } from './cloud-log.ts'
import { type Load, ofHttp, onlyPorts } from './lambda.ts'
import type { Ports } from './ports.ts'
import { type PublicSite, publicHandler } from './public.ts'

/** Handler of everything below `/public/`. */
export const lambdaOfPublic = (load: Load<PublicSite>, ports: Partial<Ports>) =>
  ofHttp(async () => publicHandler(await load(), onlyPorts(ports), { log }))
