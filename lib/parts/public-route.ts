import { publicRoot } from '../../shared/constants.ts'

/** Everything that lists show the public. */
export const publicRoute = `GET ${publicRoot}{proxy+}`
