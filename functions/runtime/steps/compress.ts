import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { maxAnswerBytes } from '../../../shared/constants.ts'
import { CallError } from '../../../shared/errors.ts'
import type { Exchange, Step } from '../exchange.ts'
import type { HttpResult } from '../http.ts'
import { errorResult } from './errors.ts'

/** Below so many characters compression costs more time than it saves on the way. */
const worthwhile = 4 * 1024
/** Nearly as small as the higher ones, in a fraction of their time. */
const brotliQuality = 4
const gzipLevel = 6
/** A match may lie as far back as an answer is long: parts of an entity come twice in some. */
const brotliWindow = 23

const packers = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_LGWIN]: brotliWindow,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: gzipLevel }),
}
type Encoding = keyof typeof packers

/** The best encoding of ours that an `accept-encoding` header takes, undefined for none. */
function encodingFor(header: string | undefined): Encoding | undefined {
  const taken = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  )
  return (['br', 'gzip'] as const).find((encoding) => taken.has(encoding))
}

/** Bytes that Lambda counts: the result as JSON, with its quotes escaped or its base64. */
const payloadBytes = (result: HttpResult) => Buffer.byteLength(JSON.stringify(result))

async function compressed(result: HttpResult, x: Exchange): Promise<HttpResult> {
  const headers = { ...result.headers, vary: 'accept-encoding' }
  const encoding = encodingFor(x.http.headers['accept-encoding'])
  const packed =
    encoding && result.body.length >= worthwhile
      ? {
          statusCode: result.statusCode,
          headers: { ...headers, 'content-encoding': encoding },
          body: (await packers[encoding](result.body)).toString('base64'),
          isBase64Encoded: true,
        }
      : { ...result, headers }
  // Most answers are far from the limit; what is counted is no more than twice the text.
  if (packed.body.length * 2 <= maxAnswerBytes || payloadBytes(packed) <= maxAnswerBytes) return packed
  x.fields['answerBytes'] = packed.body.length
  const message = `the answer is larger than ${maxAnswerBytes} bytes${encoding ? '' : '; accept-encoding: br, gzip makes it smaller'}`
  return errorResult(new CallError('too_large', message, { key: 'answerTooLarge' }), x.requestId)
}

/**
 * Answers compressed where the client takes it: Lambda gives back at most 6 MB, and the edge in front of it compresses
 * nothing that it does not cache. What is larger all the same becomes `too_large`.
 */
export const compress: Step = {
  after: async (request) => {
    request.response = await compressed(request.response as HttpResult, request.event)
  },
}
