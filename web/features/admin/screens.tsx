/** A screen for each class of administration data that is described. */
import type { ComponentType } from 'react'
import { AdminScreen } from './admin-screen.tsx'
import { type Preview, PreviewContext } from './entry-preview.tsx'
import type { ClassDescription } from './model/description.ts'
import { descriptions } from './model/descriptions.ts'
import { TreeScreen } from './tree-screen.tsx'

const made = new Map<string, ComponentType>()

/**
 * The screen of a class, or of a part of its entries; the same component each time, so that a screen that is open stays.
 *
 * @param preview - draws how an entry will be seen where it is used
 */
export function screenOf(name: string, preview?: Preview): ComponentType {
  const known = made.get(name)
  if (known) return known
  const description = (descriptions as Record<string, ClassDescription>)[name]
  if (!description) throw new Error(`${name} is not described`)
  const Drawn = description.tree ? TreeScreen : AdminScreen
  const Screen = () => (
    <PreviewContext value={preview}>
      <Drawn key={name} description={description} />
    </PreviewContext>
  )
  made.set(name, Screen)
  return Screen
}
