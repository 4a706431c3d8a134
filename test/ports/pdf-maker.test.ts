import { createPdfMaker } from '../../functions/adapters/common/pdf/pdf-maker.ts'
import {
  createPdfMaker as createEmbedded,
  loadPuppeteer,
  packedChromium,
} from '../../functions/adapters/embedded/pdf-maker.ts'
import { type PdfMakerUnderTest, pdfMakerContract } from './pdf-maker.suite.ts'

function under(make: (timeLimit?: number) => ReturnType<typeof createPdfMaker>) {
  return async (): Promise<PdfMakerUnderTest> => {
    const all = [make()]
    return {
      pdf: all[0]!,
      withLimit(ms) {
        all.push(make(ms))
        return all.at(-1)!
      },
      browserPid: all[0]!.browserPid,
      close: async () => void (await Promise.all(all.map((maker) => maker.close()))),
    }
  }
}
pdfMakerContract('embedded', under(createEmbedded))
// As in a Lambda, where the browser may not make processes as it likes.
pdfMakerContract(
  'one process',
  under((timeLimit) =>
    createPdfMaker({
      puppeteer: loadPuppeteer,
      packed: packedChromium,
      isSingleProcess: true,
      timeLimit,
    }),
  ),
)
