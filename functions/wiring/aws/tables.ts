export { tableWriter as port } from '../../adapters/common/tables/table-writer.ts'
