export { randomIds as port } from '../../adapters/common/ids.ts'
