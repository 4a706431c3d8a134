import { textIn } from '../../../shared/rules/localized.ts'
import { productTexts } from '../../../shared/texts/product-texts.ts'
import { reportTexts } from '../../../shared/texts/report-texts.ts'
import type { ReportProduct } from '../../domain/report/content.ts'
import type { Report } from '../../domain/report/html.ts'
import type { ReportConfig } from '../../domain/report/job.ts'
import type { ReferenceReader } from '../product/open.ts'

/** Gives a report of products, in its language, with what its list says at the head and foot of pages. */
export async function reportMaker(
  { asked, day }: Pick<ReportConfig, 'asked' | 'day'>,
  reference: ReferenceReader,
): Promise<(products: readonly ReportProduct[]) => Report> {
  const { language } = asked
  const [lists, say, words] = await Promise.all([
    reference.all('list'),
    reportTexts(language),
    productTexts(language),
  ])
  const { title, pdfLogo: logo, pdfFooter, fallbackLanguage } = lists.get(asked.list)?.data ?? {}
  const footer = textIn(pdfFooter, language, fallbackLanguage)
  const list = {
    title: textIn(title, language, fallbackLanguage) ?? '',
    ...(logo !== undefined && { logo }),
    ...(footer !== undefined && { footer }),
  }
  return (products) => ({
    asked,
    list,
    day,
    products,
    say,
    secrecy: (level) => words(`catalogue.secrecy.${level}`),
  })
}
