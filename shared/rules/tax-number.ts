/**
 * VAT numbers by the formats and check digits of the countries of Europe, without asking anybody. They weigh 12 kB compressed:
 * browsers import this where such numbers are typed, and nowhere before.
 */
import * as at from 'stdnum/lib/cjs/at/uid.js'
import * as be from 'stdnum/lib/cjs/be/vat.js'
import * as bg from 'stdnum/lib/cjs/bg/vat.js'
import * as cy from 'stdnum/lib/cjs/cy/vat.js'
import * as cz from 'stdnum/lib/cjs/cz/dic.js'
import * as de from 'stdnum/lib/cjs/de/vat.js'
import * as dk from 'stdnum/lib/cjs/dk/cvr.js'
import * as ee from 'stdnum/lib/cjs/ee/kmkr.js'
import * as es from 'stdnum/lib/cjs/es/nif.js'
import { InvalidFormat, InvalidLength } from 'stdnum/lib/cjs/exceptions.js'
import * as fi from 'stdnum/lib/cjs/fi/alv.js'
import * as fr from 'stdnum/lib/cjs/fr/tva.js'
import * as gb from 'stdnum/lib/cjs/gb/vat.js'
import * as gr from 'stdnum/lib/cjs/gr/vat.js'
import * as hr from 'stdnum/lib/cjs/hr/oib.js'
import * as hu from 'stdnum/lib/cjs/hu/anum.js'
import * as ie from 'stdnum/lib/cjs/ie/vat.js'
import * as it from 'stdnum/lib/cjs/it/iva.js'
import * as lt from 'stdnum/lib/cjs/lt/pvm.js'
import * as lu from 'stdnum/lib/cjs/lu/tva.js'
import * as lv from 'stdnum/lib/cjs/lv/pvn.js'
import * as mt from 'stdnum/lib/cjs/mt/vat.js'
import * as nl from 'stdnum/lib/cjs/nl/btw.js'
import * as no from 'stdnum/lib/cjs/no/mva.js'
import * as pl from 'stdnum/lib/cjs/pl/nip.js'
import * as pt from 'stdnum/lib/cjs/pt/nif.js'
import * as ro from 'stdnum/lib/cjs/ro/cui.js'
import * as se from 'stdnum/lib/cjs/se/vat.js'
import * as si from 'stdnum/lib/cjs/si/ddv.js'
import * as sk from 'stdnum/lib/cjs/sk/dph.js'
import { type CodeProblem, codeProblem } from './check-digit.ts'

interface Numbers {
  validate(text: string): { isValid: boolean; error?: unknown }
}
const euro = { at, be, bg, cy, cz, de, dk, ee, es, fi, fr, gr, hr, hu, ie, it, lt, lu, lv, mt, nl, pl, pt }
const byCountry = new Map<string, Numbers>(Object.entries({ ...euro, ro, se, si, sk, gb, no }))
/** Countries that stand otherwise before their numbers; Northern Ireland has those of the United Kingdom. */
const otherwise = new Map([
  ['EL', 'GR'],
  ['XI', 'GB'],
])

/**
 * What is wrong with the VAT number of a company in the country `iso`, unless the number says another country. Undefined for a
 * number in order, for none, and for one of a country whose numbers nobody knows here.
 */
export function taxNumberProblem(text: string, iso: string | undefined): CodeProblem | undefined {
  const problem = problemOf(text, iso)
  const isKnown = iso === undefined || iso === 'CH' || byCountry.has(iso.toLowerCase())
  // Of a country whose numbers nobody knows here some begin as if they said another one.
  return problem === 'form' && !isKnown ? undefined : problem
}
function problemOf(text: string, iso: string | undefined): CodeProblem | undefined {
  const plain = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (plain === '') return undefined
  const prefix = /^[A-Z]{2}/.exec(plain)?.[0] ?? ''
  const said = otherwise.get(prefix) ?? prefix
  if (said === 'CH' || (iso === 'CH' && !byCountry.has(said.toLowerCase())))
    return codeProblem('uid', said === 'CH' ? plain : `CHE${plain}`)
  const country = byCountry.has(said.toLowerCase()) ? said : iso
  const numbers = country && byCountry.get(country.toLowerCase())
  if (!numbers) return undefined
  const bare = said === country ? plain.slice(2) : plain
  // Norway's are written with and without MVA behind them.
  const { isValid, error } = numbers.validate(country === 'NO' ? `${bare.replace(/MVA$/, '')}MVA` : bare)
  if (isValid) return undefined
  return error instanceof InvalidLength || error instanceof InvalidFormat ? 'form' : 'checkDigit'
}
