export { systemClock as port } from '../../adapters/common/clock.ts'
