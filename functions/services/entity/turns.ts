import { isSavedMeanwhile, isTurnTaken } from '../../../shared/errors.ts'

/** Taken by whatever may part a product from the main category of its parent or children. */
export const parentTurns = 'derived-parents'

/** Of a handful who are at it side by side one gets each turn. */
const turnsOfOthers = 50

/**
 * Decides and writes again for as long as others take the turn (`PutOptions.turn`) meanwhile, or change what it rests on
 * (`PutOptions.namesAt`): each time somebody has got on. `act` reads anew all that it decides on. Errors: those of `act`, which reads and
 * writes only as long as its request has time; `too_many_requests`, if others were faster all the time.
 */
export async function untilTurn<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await act()
    } catch (error) {
      if (!isTurnTaken(error) || attempt === turnsOfOthers) throw error
    }
}

/** Of those who save one entity side by side, one gets on each time. */
const savesOfOthers = 10

/**
 * Decides on the newest state and writes, and again where somebody else saved it meanwhile, up to ten times. `act` reads anew
 * all that it decides on; `again` is called before each further try. Errors: those of `act`.
 */
export async function untilSaved<T>(
  act: () => Promise<T>,
  { isRace = isSavedMeanwhile, again }: { isRace?: (error: unknown) => boolean; again?: () => void } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await act()
    } catch (error) {
      if (!isRace(error) || attempt === savesOfOthers) throw error
      again?.()
    }
}
