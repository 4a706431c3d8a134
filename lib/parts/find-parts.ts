import { existsSync, readdirSync } from 'node:fs'
import type { Use } from '../../functions/runtime/ports.ts'
import type { WorkLimits } from '../../functions/runtime/worker.ts'
import { catalogue } from '../../shared/catalogue.ts'
import type { CallInfo } from '../calls-stack.ts'
import type { WorkerInfo } from '../jobs-stack.ts'

const functions = new URL('../../functions/', import.meta.url)
type Found = {
  kind: string
  uses: readonly Use[]
  jobKind?: string
  deadUses?: readonly Use[]
  limits?: WorkLimits
}

/** The export of that kind in a file of `functions`; its `uses` decide variables and grants. */
async function load(path: string, kind: string): Promise<Found> {
  const module: Record<string, unknown> = await import(new URL(path, functions).href)
  const found = Object.values(module).find(
    (x): x is Found => typeof x === 'object' && x !== null && (x as { kind?: unknown }).kind === kind,
  )
  if (!found) throw new Error(`functions/${path} exports no ${kind}`)
  return found
}

/** Calls of the catalogue with what their handlers use, workers, the indexer and the public site: found by their place, listed nowhere. */
export async function findParts(): Promise<{
  calls: CallInfo[]
  workers: WorkerInfo[]
  indexer: readonly Use[]
  publicSite: readonly Use[]
}> {
  const calls = await Promise.all(
    Object.values(catalogue).map(async (contract) => ({
      contract,
      uses: (await load(`calls/${contract.name}.ts`, 'call')).uses,
    })),
  )
  const folder = new URL('workers/', functions)
  const files = existsSync(folder) ? readdirSync(folder).filter((f) => f.endsWith('.ts')) : []
  const workers = await Promise.all(
    files.map(async (file) => {
      const { jobKind, uses, deadUses, limits } = await load(`workers/${file}`, 'worker')
      return { jobKind: jobKind!, uses, deadUses: deadUses!, limits: limits!, file }
    }),
  )
  return {
    calls,
    workers,
    indexer: (await load('streams/index-entities.ts', 'stream')).uses,
    publicSite: (await load('public/site.ts', 'public-site')).uses,
  }
}
