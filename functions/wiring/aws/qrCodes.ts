export { qrMaker as port } from '../../adapters/common/qr-maker.ts'
