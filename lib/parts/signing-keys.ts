import { RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import type { DeploySettings } from '../settings.ts'

/**
 * The key of statements on documents: it stays when the stage goes, so that nothing else is ever taken for what was sent. What
 * it has signed is checked with its published half.
 */
export const statementKey = (stack: Stack, { stage, local }: DeploySettings): Key =>
  new Key(stack, 'StatementKey', {
    description: `Inputlist ${stage}: signs statements on documents`,
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  })

/**
 * Keys by the numbers of the setting. The one before the newest stays too: stacks that still use it would keep it from
 * being taken away, so it goes with the rotation after.
 */
export function signingKeys(stack: Stack, { stage, signingKeys }: DeploySettings): Key[] {
  const newest = Math.max(...signingKeys)
  const made = new Map<number, Key>()
  for (const number of new Set([...signingKeys, newest - 1, newest].filter((n) => n > 0)))
    made.set(
      number,
      new Key(stack, number === 1 ? 'SigningKey' : `SigningKey${number}`, {
        description: `Inputlist ${stage}: signs product tokens (key ${number})`,
        keySpec: KeySpec.ECC_NIST_P256,
        keyUsage: KeyUsage.SIGN_VERIFY,
        // It protects nothing that lives for longer than a token.
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    )
  for (const key of made.values()) for (const value of [key.keyArn, key.keyId]) stack.exportValue(value)
  return signingKeys.map((number) => made.get(number)!)
}
