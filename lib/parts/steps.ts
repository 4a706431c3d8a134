import type { Contract } from '../../shared/contract.ts'

/** Who comes before what a call does; calls that need a right come after somebody who is signed in. */
export type CallSteps = 'public' | 'single-sign-on' | 'signed-in'
export const stepsOf = ({ access }: Pick<Contract, 'access'>): CallSteps =>
  access === 'public' || access === 'single-sign-on' ? access : 'signed-in'
