import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatementSigner } from '../../functions/ports/statement-signer.ts'

export interface StatementSignerUnderTest {
  signer: StatementSigner
  /** The same key, opened anew. */
  again: StatementSigner
  /** Has another key. */
  stranger: StatementSigner
  close(): Promise<void>
}
export function statementSignerContract(name: string, open: () => Promise<StatementSignerUnderTest>) {
  describe(`statement signer: ${name}`, () => {
    let t: StatementSignerUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())
    const keySet = async (signer: StatementSigner) => createLocalJWKSet({ keys: await signer.publicKeys() })

    it('signs what its published keys check, and no others', async () => {
      const jws = await t.signer.sign('some+jwt', { number: '2026-1', product: 'Kräuter' })
      const [key] = await t.signer.publicKeys()
      expect(decodeProtectedHeader(jws)).toEqual({ alg: 'ES256', typ: 'some+jwt', kid: key!.kid })
      const { payload } = await compactVerify(jws, await keySet(t.signer))
      expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({ number: '2026-1', product: 'Kräuter' })
      await expect(compactVerify(jws, await keySet(t.stranger))).rejects.toThrow()
      const [head, , signature] = jws.split('.')
      const other = Buffer.from('{"number":"2026-2"}').toString('base64url')
      await expect(
        compactVerify([head, other, signature].join('.'), await keySet(t.signer)),
      ).rejects.toThrow()
    })
    it('keeps its key, and publishes nothing else of it', async () => {
      const [key] = await t.signer.publicKeys()
      expect(await t.again.publicKeys()).toEqual([key])
      expect(Object.keys(key!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    })
  })
}
