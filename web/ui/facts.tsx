import type { ReactNode } from 'react'

/** What a fact is called, and what it says. No two facts of a list are called the same. */
export type Fact = readonly [label: string, value: ReactNode]

/** Facts about a thing: one below the other, each beside its name; or as columns, each below its name. */
export function Facts({ facts, isColumns = false }: { facts: readonly Fact[]; isColumns?: boolean }) {
  if (facts.length === 0) return null
  return (
    <dl className="il-facts" data-columns={isColumns || undefined}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
