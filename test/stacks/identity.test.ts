import { App } from 'aws-cdk-lib'
import { describe, expect, it } from 'vitest'
import { IdentityStack } from '../../lib/identity-stack.ts'
import { readSettings } from '../../lib/settings.ts'

interface Template {
  Resources: Record<string, { Type: string; DependsOn?: string[]; Properties: Record<string, unknown> }>
}

function build(signIn: object, more: Record<string, string> = {}) {
  const app = new App({ analyticsReporting: false })
  const settings = readSettings({
    INPUTLIST_STAGE: 'test',
    CDK_DEFAULT_ACCOUNT: '123456789012',
    CDK_DEFAULT_REGION: 'eu-central-1',
    INPUTLIST_SIGN_IN: JSON.stringify(signIn),
    INPUTLIST_SENDER: 'inputlist@example.org',
    INPUTLIST_ALARMS: 'ops@example.org',
    ...more,
  })
  new IdentityStack(app, 'Identity', {
    settings,
    env: { account: settings.account, region: settings.region },
  })
  const { Resources } = app.synth().getStackByName('Identity').template as Template
  const all = Object.entries(Resources).map(([id, resource]) => ({ id, ...resource }))
  const of = (type: string) => all.filter(({ Type }) => Type === `AWS::Cognito::${type}`)
  return { pool: of('UserPool')[0]!, client: of('UserPoolClient')[0]!, of }
}
const domain = {
  INPUTLIST_DOMAIN: 'inputlist.example.org',
  INPUTLIST_CERTIFICATE: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
}
const oidc = {
  kind: 'oidc',
  name: 'Ours',
  issuer: 'https://id.example.org',
  clientId: 'inputlist',
  clientSecretName: 'inputlist/sign-in',
}
const saml = { kind: 'saml', name: 'Ours', metadataUrl: 'https://adfs.example.org/metadata.xml' }

describe('sign-in by password', () => {
  const { pool, client, of } = build({ kind: 'password' })
  it('keeps the password in the browser, lets sessions be renewed, and redirects nobody', () => {
    expect(client.Properties['ExplicitAuthFlows']).toEqual([
      'ALLOW_USER_SRP_AUTH',
      'ALLOW_REFRESH_TOKEN_AUTH',
    ])
    expect(client.Properties['SupportedIdentityProviders']).toEqual(['COGNITO'])
    expect(client.Properties['AllowedOAuthFlowsUserPoolClient']).toBe(false)
    expect(client.Properties).not.toHaveProperty('CallbackURLs')
    expect(of('UserPoolDomain')).toEqual([])
    expect(of('UserPoolIdentityProvider')).toEqual([])
  })
  it('lets nobody make an account alone, and offers a second factor', () => {
    expect(pool.Properties['AdminCreateUserConfig']).toEqual({ AllowAdminCreateUserOnly: true })
    expect(pool.Properties).toMatchObject({
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    })
  })
})

it('requires a second factor where the stage says so', () => {
  const { pool } = build({ kind: 'password', secondFactor: 'required' })
  expect(pool.Properties).toMatchObject({ MfaConfiguration: 'ON', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] })
})

describe.each([
  ['OIDC', oidc],
  ['SAML', saml],
])('sign-in of an organisation by %s', (kind, signIn) => {
  const { pool, client, of } = build(signIn, domain)
  const [provider] = of('UserPoolIdentityProvider')
  it('leaves no way in by a password', () => {
    // Without this list Cognito allows passwords by SRP.
    expect(client.Properties['ExplicitAuthFlows']).toEqual(['ALLOW_REFRESH_TOKEN_AUTH'])
    expect(client.Properties['SupportedIdentityProviders']).toEqual([{ Ref: provider!.id }])
    expect(client.DependsOn).toContain(provider!.id)
    expect(pool.Properties['AdminCreateUserConfig']).toEqual({ AllowAdminCreateUserOnly: true })
    expect(pool.Properties['MfaConfiguration']).toBe('OFF')
  })
  it('is a public client of the code flow that knows exactly our two addresses', () => {
    expect(client.Properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      CallbackURLs: ['https://inputlist.example.org/sign-in'],
      LogoutURLs: ['https://inputlist.example.org/signed-out'],
      EnableTokenRevocation: true,
    })
    expect(of('UserPoolDomain')[0]!.Properties['Domain']).toBe('inputlist-test-123456789012')
  })
  it('takes mail address and name from the provider', () => {
    expect(provider!.Properties).toMatchObject({ ProviderName: 'Ours', ProviderType: kind })
    const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
    expect(provider!.Properties['AttributeMapping']).toEqual(
      kind === 'OIDC'
        ? { email: 'email', name: 'name' }
        : { email: `${claim}emailaddress`, name: `${claim}name` },
    )
  })
  it('has what the provider has to be asked with, the secret only by reference', () => {
    expect(provider!.Properties['ProviderDetails']).toEqual(
      kind === 'OIDC'
        ? {
            oidc_issuer: 'https://id.example.org',
            client_id: 'inputlist',
            client_secret: '{{resolve:secretsmanager:inputlist/sign-in:SecretString:::}}',
            authorize_scopes: 'openid email profile',
            attributes_request_method: 'GET',
          }
        : { MetadataURL: 'https://adfs.example.org/metadata.xml', IDPSignout: false },
    )
  })
})
