export { archiveWriter as port } from '../../adapters/common/archive-writer.ts'
