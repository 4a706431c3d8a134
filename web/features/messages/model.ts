/** What the list of conversations is asked for: in the address, kept on this machine, and as the call takes it. */
import * as z from 'zod'
import type { list } from '../../../shared/calls/bml/conversation/list.ts'
import { id } from '../../../shared/model/basics.ts'
import type { CallInput } from '../../api/client.ts'

const choice = z.union([id, z.literal('')])
const either = z.enum(['', 'yes', 'no'])
export const listState = z.object({
  page: z.number().int().min(1),
  sort: z.enum(['lastMessageAt:desc', 'lastMessageAt:asc']),
  view: z.enum(['all', 'mine', 'unassigned']),
  assignee: choice,
  institution: choice,
  folder: choice,
  archived: either,
  unread: either,
  /** Id of a select option, or key of a context. */
  subject: z.string().max(100),
  productName: z.string().max(200),
  sender: choice,
  recipient: choice,
  /** What it is about, by its id: where a product's page leads. */
  context: choice,
})
export type ListState = z.infer<typeof listState>
export const noFilters = {
  assignee: '',
  institution: '',
  folder: '',
  archived: 'no',
  unread: '',
  subject: '',
  productName: '',
  sender: '',
  recipient: '',
  context: '',
} as const
export const startState: ListState = { page: 1, sort: 'lastMessageAt:desc', view: 'all', ...noFilters }

export const isFiltered = (state: ListState): boolean =>
  state.view !== 'all' ||
  Object.entries(noFilters).some(([key, value]) => state[key as keyof ListState] !== value)

type Filter = NonNullable<CallInput<typeof list>['filter']>
export function filterOf(state: ListState): Filter {
  const { view, archived, unread } = state
  const texts = [
    'assignee',
    'institution',
    'folder',
    'subject',
    'productName',
    'sender',
    'recipient',
    'context',
  ] as const
  return {
    view,
    ...Object.fromEntries(
      texts.filter((key) => state[key].trim() !== '').map((key) => [key, state[key].trim()]),
    ),
    ...(archived !== '' && { archived: archived === 'yes' }),
    ...(unread !== '' && { unread: unread === 'yes' }),
  }
}

const storageKey = 'inputlist.messages.filter'
/** Kept, so that the list is found as it was left; the page and what it is about are of the moment. */
const kept = listState.omit({ page: true, context: true }).partial()
export function keepFilter({ page: _, context: __, ...state }: ListState): void {
  localStorage.setItem(storageKey, JSON.stringify(state))
}
export function keptFilter(): z.infer<typeof kept> {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return {}
  }
}
