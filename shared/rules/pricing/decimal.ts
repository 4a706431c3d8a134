/** Money, calculated in decimals: a number is taken as it is written, so 0.1 is one tenth. */
import Big from 'big.js'

export type Amount = number

/** To hundredths, half away from zero: 0.005 becomes 0.01, and a credit the same with its sign. */
const rounded = (value: Big): Amount => value.round(2, Big.roundHalfUp).toNumber()
/** `price` × `count`, less the discount in percent. */
export const lineAmount = (price: Amount, count: number, discountPercent: number): Amount =>
  rounded(new Big(price).times(count).times(new Big(100).minus(discountPercent)).div(100))
export const sumOf = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)).toNumber()
export const percentOf = (amount: Amount, percent: number): Amount =>
  rounded(new Big(amount).times(percent).div(100))
export const difference = (after: Amount, before: Amount): Amount => new Big(after).minus(before).toNumber()
/** A rate raised by so many percent, to `places` decimals. */
export const raised = (rate: Amount, percent: number, places = 2): Amount =>
  new Big(rate).times(new Big(100).plus(percent)).div(100).round(places, Big.roundHalfUp).toNumber()
/** The same, owed the other way round. Never minus zero. */
export const negated = (amount: Amount): Amount => (amount === 0 ? 0 : -amount)
