/** Colour scheme and motion: the system's unless chosen. Kept on this machine too, so that the first paint is right. */
import { applyMode, disableMotion, Mode } from '@cloudscape-design/global-styles'

export type Appearance = 'light' | 'dark' | 'system'
const appearanceKey = 'inputlist.appearance'
const motionKey = 'inputlist.motion'

const dark = () => matchMedia('(prefers-color-scheme: dark)')
const still = () => matchMedia('(prefers-reduced-motion: reduce)')

export const storedAppearance = (): Appearance => {
  const value = localStorage.getItem(appearanceKey)
  return value === 'light' || value === 'dark' ? value : 'system'
}
export const storedStill = () => localStorage.getItem(motionKey) === 'reduced'

function apply() {
  const chosen = storedAppearance()
  const isDark = chosen === 'dark' || (chosen === 'system' && dark().matches)
  applyMode(isDark ? Mode.Dark : Mode.Light)
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  disableMotion(storedStill() || still().matches)
}

export function setAppearance(appearance: Appearance) {
  localStorage.setItem(appearanceKey, appearance)
  apply()
}
export function setStill(isStill: boolean) {
  if (isStill) localStorage.setItem(motionKey, 'reduced')
  else localStorage.removeItem(motionKey)
  apply()
}

/** Applies what is stored, and follows the system from then on. */
export function startAppearance() {
  apply()
  dark().addEventListener('change', apply)
  still().addEventListener('change', apply)
}
