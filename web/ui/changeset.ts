/** What a revision is titled with: the label in the language of who saved, and the places, which each reader has in theirs. */
import type { Changeset, JsonPatch } from '../../shared/model/entity.ts'

const maxLabel = 500
const maxPaths = 1000
const maxPath = 500
const maxNamed = 3

/** Titles of what was changed, each once; beyond a few, how many more. */
export function shortTitles(all: readonly string[]): string {
  const titles = [...new Set(all)]
  const more = titles.length - maxNamed
  return titles.slice(0, maxNamed).join(', ') + (more > 0 ? ` (+${more})` : '')
}

/** Within what a revision keeps. */
export const changesetOf = (patch: JsonPatch, label = ''): Changeset => ({
  label: label.slice(0, maxLabel),
  paths: patch.slice(0, maxPaths).map(({ path }) => path.slice(0, maxPath)),
})
