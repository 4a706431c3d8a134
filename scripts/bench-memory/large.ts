import { benchId } from '../bench/generate.ts'

/** Companies of many products: in different units of an invoice run of companies by their numbers. */
export const largeCompanies = [benchId('company/0'), benchId('company/10')]
