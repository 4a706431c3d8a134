import { SecretValue, type Stack } from 'aws-cdk-lib'
import { type CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { idAfterName } from './logical-id.ts'
import { suppressCheckov, suppressNag } from './suppress.ts'

export interface OriginSecret {
  arn: string
  /** The value that the edge is to send, by reference: it stands in no template. */
  current: SecretValue
}

export const originSecretName = (stage: string) => `inputlist/${stage}/origin-secret`

/**
 * What the edge sends, so that functions know that a request came through it (functions/adapters/aws/settings.ts says how
 * it is stored). Made by Secrets Manager once; CloudFormation makes another value only if what is said here about the
 * generation changes, so that never does.
 */
export function originSecret(stack: Stack, stage: string): OriginSecret {
  const secret = new Secret(stack, 'OriginSecret', {
    secretName: originSecretName(stage),
    description: 'the edge sends what is current; changed by npm run ops -- rotate-origin-secret',
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: 'current',
      passwordLength: 48,
      excludePunctuation: true,
    },
  })
  idAfterName(secret, 'origin-secret')
  suppressNag(secret, 'AwsSolutions-SMG4', 'A command changes it, step by step with the edge.')
  suppressCheckov(secret, {
    CKV_AWS_149: 'The service’s own key encrypts it: who may read the secret is said by roles.',
    CKV2_AWS_57: 'A command changes it, step by step with the edge.',
  })
  // The emulator knows the ARN by this attribute only.
  const arn = (secret.node.defaultChild as CfnSecret).attrId
  return { arn, current: SecretValue.secretsManager(arn, { jsonField: 'current' }) }
}
