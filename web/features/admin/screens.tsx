/** A screen for each class of administration data that is described. */
import type { ComponentType } from 'react'
import { AdminScreen } from './admin-screen.tsx'
import type { ClassDescription } from './model/description.ts'
import { descriptions } from './model/descriptions.ts'
import { TreeScreen } from './tree-screen.tsx'

const made = new Map<string, ComponentType>()

/** The screen of a class; the same component each time, so that a screen that is open stays. */
export function screenOf(entityclass: string): ComponentType {
  const known = made.get(entityclass)
  if (known) return known
  const description = (descriptions as Record<string, ClassDescription>)[entityclass]
  if (!description) throw new Error(`${entityclass} is not described`)
  const Drawn = description.tree ? TreeScreen : AdminScreen
  const Screen = () => <Drawn key={entityclass} description={description} />
  made.set(entityclass, Screen)
  return Screen
}
