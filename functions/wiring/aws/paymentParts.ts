export { paymentPartMaker as port } from '../../adapters/common/payment-part-maker.ts'
