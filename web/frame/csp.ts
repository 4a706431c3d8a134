/** First import of the app: the content policy forbids code made from text, so zod must not try. */
import * as z from 'zod'

z.config({ jitless: true })
