/** Parts of a screen that are loaded when they are needed: what is large, and not needed to see the screen. */
import { type ComponentType, lazy } from 'react'

type Load<T> = () => Promise<T>
type LoadBy = <T>(load: Load<T>) => Promise<T>
let loadBy: LoadBy = (load) => load()
/** How parts are loaded, said once by the app: without a connection they wait for one, as screens do. */
export const loadPartsBy = (by: LoadBy): void => {
  loadBy = by
}

const loads = new Set<Load<unknown>>()
/** The screen around it stands meanwhile; `<Suspense>` says what is in its place. */
export function latePart<P>(load: Load<ComponentType<P>>) {
  loads.add(load)
  return lazy(async () => ({ default: await loadBy(load) }))
}

/** What is no component: rules that are heavy, data. */
export const loadPart = <T>(load: Load<T>): Promise<T> => loadBy(load)

/** Fetches one a moment before it is needed; should that fail, it is told where it is needed. */
export const fetchAhead = (load: Load<unknown>): void => void loadBy(load).catch(() => undefined)
/** The same for all of them. */
export const fetchParts = (): void => loads.forEach(fetchAhead)
