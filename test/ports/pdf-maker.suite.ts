import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PdfMaker } from '../../functions/ports/pdf-maker.ts'
import { maxUploadBytes } from '../../shared/constants.ts'
import { type ReadPdf, readPdf } from '../fixtures/read-pdf.ts'
import { refusal } from './store-under-test.ts'

export interface PdfMakerUnderTest {
  pdf: PdfMaker
  /** The same with a limit of time, in milliseconds. */
  withLimit(ms: number): PdfMaker
  browserPid(): number | undefined
  close(): Promise<void>
}
const words = {
  de: 'Düngemittelverkehrsverordnung, Pflanzenstärkungsmittelzulassungsbestätigung: äöüß ÄÖÜ',
  es: '¿Ácido húmico? ¡Señal! ñ',
  fr: 'Œuf, çà et là, é è ê ë, n° 5',
  hr: 'čćđšž ČĆĐŠŽ',
  hu: 'őűíóúáé ŐŰ',
  it: 'è già così',
  nl: 'geïnformeerd, één',
  ro: 'ășțîâ ĂȘȚÎÂ, şţ',
  sv: 'åäö ÅÄÖ',
  signs: '10 °C, 5 m², ≤ 3 %, µg, €, – — „x“ «y»',
}
const page = (body: string, title = 'Bericht') =>
  `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

const a4 = [210, 297]
/** Width and height in whole millimetres. */
const sizeOf = (pdf: Uint8Array) =>
  /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
    .exec(Buffer.from(pdf).toString('latin1'))!
    .slice(1)
    .map((points) => Math.round((Number(points) / 72) * 25.4))

export function pdfMakerContract(name: string, open: () => Promise<PdfMakerUnderTest>) {
  describe(`PDF maker: ${name}`, () => {
    let t: PdfMakerUnderTest
    beforeAll(async () => {
      t = await open()
    }, 60_000)
    afterAll(() => t.close())
    const print = async (...input: Parameters<PdfMaker['print']>): Promise<ReadPdf> =>
      readPdf(await t.pdf.print(...input))

    it('prints the letters of all ten languages, with a title', async () => {
      const { pages, title } = await print(
        page(
          Object.values(words)
            .map((text) => `<p>${text}</p>`)
            .join(''),
          'Liste Ő',
        ),
      )
      expect(title).toBe('Liste Ő')
      expect(pages).toHaveLength(1)
      for (const text of Object.values(words)) expect(pages[0]).toContain(text.normalize('NFKC'))
      // A glyph that the font lacks would be the replacement box.
      expect(pages[0]).not.toContain('\ufffd')
    })
    it('prints on A4, and wraps a word that is longer than a line', async () => {
      const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(6)
      const pdf = await t.pdf.print(page(`<p style="overflow-wrap:anywhere">${long}</p>`))
      expect(sizeOf(pdf)).toEqual(a4)
      expect(readPdf(pdf).pages[0]!.replaceAll(' ', '')).toBe(long)
      expect(sizeOf(await t.pdf.print(page('x'), { landscape: true }))).toEqual(a4.toReversed())
    })
    it('repeats header and footer as texts, and numbers the pages', async () => {
      const body = Array.from({ length: 3 }, (_, i) => `<p style="break-after:page">Seite ${i + 1}</p>`).join(
        '',
      )
      const { pages } = await print(page(`${body}<p>Ende</p>`), {
        header: 'Zulassung <b>Nr. 7</b> & mehr',
        footer: 'Verband für Öko',
        pageNumbers: true,
      })
      expect(pages).toHaveLength(4)
      for (const [i, text] of pages.entries()) {
        expect(text).toContain('Zulassung <b>Nr. 7</b> & mehr')
        expect(text).toContain('Verband für Öko')
        expect(text).toContain(`${i + 1} / 4`)
      }
      expect((await print(page('<p>allein</p>'))).pages).toEqual(['allein'])
    })
    it('shows pictures that come inside the page', async () => {
      const picture =
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
      const pdf = await t.pdf.print(page(`<img width="99" height="99" src="${picture}">`))
      expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/Subtype \/Image/)
    })
    it('prints several at once, each its own', async () => {
      const titles = Array.from({ length: 8 }, (_, i) => `Nummer ${i}`)
      const all = await Promise.all(titles.map((title) => print(page(`<p>${title}</p>`, title))))
      expect(all.map(({ title, pages }) => [title, ...pages])).toEqual(titles.map((title) => [title, title]))
    })

    it('runs no script, and opens no file, no address and no way out', async () => {
      const asked: string[] = []
      const server = createServer((request, response) => {
        asked.push(request.url ?? '')
        response.end('<p>from outside</p>')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { pages, title, links } = await print(
        page(
          `<base href="${there}/"><meta http-equiv="refresh" content="0;url=${there}/refresh">
          <link rel="stylesheet" href="${there}/style.css"><link rel="preconnect" href="${there}"><link rel="stylesheet" href="file:///etc/passwd">
          <style>@import url(${there}/import.css); body { background: url(${there}/back.png) } @font-face { font-family: x; src: url(${there}/font) }</style>
          <script>document.body.textContent = 'SCRIPT'</script><script src="${there}/script.js"></script>
          <p style="font-family: x">harmless</p>
          <img src="${there}/picture.png" onerror="document.title = 'SCRIPT'"><img src="file:///etc/hostname" alt="">
          <iframe src="file:///etc/passwd"></iframe><iframe src="${there}/frame"></iframe><iframe srcdoc="<p>inner</p>"></iframe>
          <object data="file:///etc/passwd"></object><embed src="file:///etc/passwd">
          <svg><image href="${there}/svg.png"/><a href="javascript:alert(1)"><text y="20">drawn</text></a></svg>
          <form action="${there}/form"><input autofocus value="field"></form>
          <a href="file:///etc/passwd">file</a> <a href="JavaScript:alert(1)">code</a> <a href="data:text/html,x">data</a>
          <a href="relative">relative</a> <a href="https://example.org/a">web</a> <a href="mailto:a@example.org">mail</a>`,
          'Title',
        ),
        { header: '<img src=x onerror="document.body.textContent=1">' },
      )
      server.close()
      expect(asked).toEqual([])
      expect(title).toBe('Title')
      expect(pages[0]).toContain('harmless')
      expect(pages.join()).not.toMatch(/SCRIPT|root:|from outside|inner/)
      expect(links).toEqual(['https://example.org/a', 'mailto:a@example.org'])
    })
    it('gives up a page without end in time, and goes on with others', async () => {
      const short = t.withLimit(1500)
      const endless = page(`<div style="height: 33000000px">${'<p>x</p>'.repeat(200_000)}</div>`)
      await expect(short.print(endless)).rejects.toThrow('took longer than 1.5 s')
      expect((await print(page('<p>weiter</p>'))).pages).toEqual(['weiter'])
    })
    it('refuses what is larger than a file may be', async () => {
      expect(await refusal(t.pdf.print('x'.repeat(maxUploadBytes + 1)))).toMatchObject({ code: 'too_large' })
      const small = t.pdf.print(page('<p>klein</p>'), { maxBytes: 1000 })
      expect(await refusal(small)).toMatchObject({ code: 'too_large', params: { max: 1000 } })
    })
    it('replaces a browser that was killed, also under a document', async () => {
      expect((await print(page('<p>vorher</p>'))).pages).toEqual(['vorher'])
      const first = t.browserPid()!
      process.kill(first, 'SIGKILL')
      expect((await print(page('<p>nachher</p>'))).pages).toEqual(['nachher'])
      expect(t.browserPid()).not.toBe(first)
      // Each time it is at something else.
      for (let i = 0; i < 4; i++) {
        const underWay = print(page(`<p>mitten darin</p>${'<p>x</p>'.repeat(3000)}`))
        await new Promise((resolve) => setImmediate(resolve))
        process.kill(t.browserPid()!, 'SIGKILL')
        expect((await underWay).pages[0]).toContain('mitten darin')
      }
    })
  })
}
