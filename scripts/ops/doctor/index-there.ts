/** The search domain, and what is in it. */
import { DescribeDomainCommand, OpenSearchClient } from '@aws-sdk/client-opensearch'
import { stateOfDomain } from '../../../functions/adapters/aws/index-health.ts'
import { aliasesOf, families, mostFields } from '../../../functions/adapters/aws/search/mapping.ts'
import { findOutdated } from '../../index-form.ts'
import { awaitCounts, countHeads, without } from '../index-counts.ts'
import { spellRefused, stillRefused } from '../index-refused.ts'
import { type Check, type Finding, fine, see, unknown, wrong } from './finding.ts'

/** As the alarm (lib/parts/alarms.ts): a fifth of the disk is free. */
const mostUsed = 80

export const domain: Check = {
  name: 'The search domain',
  async look(o) {
    const DomainName = await o.domain()
    const { DomainStatus } = await new OpenSearchClient(o.client).send(
      new DescribeDomainCommand({ DomainName }),
    )
    if (!DomainStatus) return wrong(`The search domain ${DomainName} is not there`, see('the-index-is-ill'))
    const { DomainProcessingStatus, EngineVersion, ServiceSoftwareOptions } = DomainStatus
    const state = stateOfDomain(DomainStatus)
    const found: Finding[] = [
      state === 'ok'
        ? fine(`The search domain is there and is left alone (${EngineVersion})`)
        : wrong(
            `The search domain is ${state === 'degraded' ? 'being changed' : 'not reachable'} (${DomainProcessingStatus ?? 'processing'})`,
            state === 'degraded' ? 'wait; it answers meanwhile' : see('the-index-is-ill'),
          ),
    ]
    const { UpdateAvailable, OptionalDeployment, AutomatedUpdateDate } = ServiceSoftwareOptions ?? {}
    if (UpdateAvailable && OptionalDeployment === false)
      found.push(
        wrong(
          `The search domain has to be updated, and will be on ${AutomatedUpdateDate?.toISOString().slice(0, 10)}`,
          'update its service software in an hour that suits',
        ),
      )
    return found
  },
}

export const cluster: Check = {
  name: 'The nodes of the index',
  async look(o) {
    const search = await o.searchClient()
    try {
      const { body: health } = await search.cluster.health()
      const { body: rows } = await search.cat.allocation({ format: 'json' })
      const used = (rows as unknown as { 'disk.percent'?: string | null }[])
        .map((row) => row['disk.percent'])
        .filter((value) => typeof value === 'string')
      const most = Math.max(...used.map(Number))
      return [
        health.status === 'red' || health.status === 'yellow'
          ? wrong(
              `The index is ${health.status}: ${health.unassigned_shards} parts of it are on no node`,
              see('the-index-is-ill'),
            )
          : fine(`The index is ${health.status}, on ${health.number_of_data_nodes} nodes`),
        used.length === 0 || o.isLocal
          ? unknown(
              'The space of the index',
              o.isLocal ? 'one machine shares its disk' : 'its nodes do not say',
            )
          : most > mostUsed
            ? wrong(`A node of the index has used ${most} % of its disk`, see('the-index-is-full'))
            : fine(`The nodes of the index have used ${most} % of their disks at most`),
      ]
    } finally {
      await search.close()
    }
  },
}

export const aliases: Check = {
  name: 'The names of the index',
  async look(o) {
    const search = await o.searchClient()
    try {
      const prefix = `inputlist-${o.stage}`
      const { body } = await search.indices.getAlias({ index: `${prefix}-*` }, { ignore: [404] })
      const indices = Object.entries(body as Record<string, { aliases?: Record<string, unknown> }>)
      const holders = (alias: string) =>
        indices.filter(([, { aliases: names = {} }]) => alias in names).map(([name]) => name)
      const found: Finding[] = []
      for (const family of families) {
        const aliases = aliasesOf(prefix, family)
        const [searched, written] = [holders(aliases.searched), holders(aliases.written)]
        if (searched.length !== 1)
          found.push(wrong(`${searched.length} indices of ${family} are searched`, see('reindex')))
        const unreadable = searched.filter((name) => !written.includes(name))
        if (unreadable.length > 0)
          found.push(
            wrong(
              `${unreadable.join(', ')} has a shape that this version cannot read: searches of it answer 503`,
              `npm run ops -- upgrade --stage ${o.stage}`,
            ),
          )
        const others = written.filter((name) => !searched.includes(name))
        if (others.length > 0)
          found.push(
            wrong(
              `${others.join(', ')} is written and not searched: a rebuild is under way, or was cut off`,
              'if none is under way, reindex; it goes on with it, or takes it away',
            ),
          )
      }
      const bare = indices.filter(([name, { aliases: names = {} }]) => {
        return name !== `${prefix}-meta` && Object.keys(names).length === 0
      })
      for (const [name] of bare)
        found.push(wrong(`${name} belongs to nothing and takes room`, see('the-index-is-full')))
      return found.length > 0 ? found : fine(`${families.length} indices have their names`)
    } finally {
      await search.close()
    }
  },
}

export const form: Check = {
  name: 'The version of the index',
  async look(o) {
    const search = await o.searchClient()
    try {
      const outdated = await findOutdated(search, `inputlist-${o.stage}`)
      return outdated.length > 0
        ? outdated.map((one) =>
            wrong(
              `The index is not of this version (${one}): searches may miss what is there`,
              `npm run ops -- reindex --stage ${o.stage}`,
            ),
          )
        : fine('The index is of this version')
    } finally {
      await search.close()
    }
  },
}

export const counts: Check = {
  name: 'What the index holds',
  async look(o) {
    const missing = (await stillRefused(o)).filter(({ isThere }) => !isThere)
    const wanted = async () => without(await countHeads(o), missing)
    const wrongs = await awaitCounts(o, wanted)
    return wrongs.length > 0
      ? wrongs.map(({ entityclass, table, index }) =>
          wrong(`${entityclass}: ${table} in the table, ${index} in the index`, see('reindex')),
        )
      : fine('The index holds as many entities of each class as the table, but for what it refuses')
  },
}

interface Mapped {
  properties?: Record<string, Mapped>
  fields?: Record<string, Mapped>
}
/** As OpenSearch counts them: objects and parts of fields, too. */
const countFields = ({ properties = {}, fields = {} }: Mapped): number =>
  [...Object.values(properties), ...Object.values(fields)].reduce((sum, one) => sum + 1 + countFields(one), 0)
/** In percent of what it may have, from which on to act. */
const manyFields = 80

export const fields: Check = {
  name: 'The fields of the index',
  async look(o) {
    const search = await o.searchClient()
    try {
      const index = families.map((family) => aliasesOf(`inputlist-${o.stage}`, family).searched)
      const { body } = await search.indices.getMapping({ index, ignore_unavailable: true })
      const mappings = Object.entries(body as Record<string, { mappings: Mapped }>)
      const sizes = mappings.map(([name, { mappings }]) => ({ name, count: countFields(mappings) }))
      const near = sizes.filter(({ count }) => count > (mostFields * manyFields) / 100)
      return near.length > 0
        ? near.map(({ name, count }) =>
            wrong(
              `${name} has ${count} fields of ${mostFields} at most`,
              see('the-index-runs-out-of-fields'),
            ),
          )
        : fine(
            `An index has ${Math.max(0, ...sizes.map(({ count }) => count))} fields of ${mostFields} at most`,
          )
    } finally {
      await search.close()
    }
  },
}

/** So many are named. */
const mostNamed = 20

export const refused: Check = {
  name: 'What the index refuses',
  async look(o) {
    const found = await stillRefused(o)
    if (found.length === 0) return fine('The index refuses nothing')
    const todo = see('what-the-index-refuses')
    const named = found
      .slice(0, mostNamed)
      .map((one) =>
        wrong(
          `The index has ${one.isThere ? 'only an older state' : 'nothing'} of ${spellRefused(one)}`,
          todo,
        ),
      )
    const rest = found.length - named.length
    return rest > 0 ? [...named, wrong(`It refuses ${rest} more`, todo)] : named
  },
}
