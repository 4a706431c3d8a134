import { CfnOutput, Duration, RemovalPolicy, SecretValue, Stack, type StackProps } from 'aws-cdk-lib'
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ProviderAttribute,
  StandardThreatProtectionMode,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolIdentityProviderOidc,
  UserPoolIdentityProviderSaml,
  UserPoolIdentityProviderSamlMetadata,
} from 'aws-cdk-lib/aws-cognito'
import type { Construct } from 'constructs'
import { passwordLength } from '../shared/rules/password.ts'
import { callbackUrls, hostedPrefix, logoutUrls, signInScopes } from './parts/sign-in.ts'
import { suppressNag } from './parts/suppress.ts'
import type { DeploySettings } from './settings.ts'

/** Who a person is. What they may do is decided by accounts, never by groups of the pool. */
export class IdentityStack extends Stack {
  readonly pool: UserPool
  readonly client: UserPoolClient

  constructor(scope: Construct, id: string, props: StackProps & { settings: DeploySettings }) {
    super(scope, id, props)
    const { settings } = props
    const isPassword = settings.signIn.kind === 'password'
    const isStrict = settings.signIn.kind === 'password' && settings.signIn.secondFactor === 'required'

    this.pool = new UserPool(this, 'People', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      passwordPolicy: {
        minLength: passwordLength,
        // The demonstration's password is known to everybody, and easy to type.
        requireDigits: !settings.local,
        requireLowercase: true,
        requireUppercase: !settings.local,
        requireSymbols: !settings.local,
      },
      mfa: isPassword ? (isStrict ? Mfa.REQUIRED : Mfa.OPTIONAL) : Mfa.OFF,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      featurePlan: settings.local ? FeaturePlan.ESSENTIALS : FeaturePlan.PLUS,
      standardThreatProtectionMode: settings.local ? undefined : StandardThreatProtectionMode.FULL_FUNCTION,
      deletionProtection: !settings.local,
      removalPolicy: settings.local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    })
    if (settings.local)
      suppressNag(this.pool, 'AwsSolutions-COG1', 'Its people are those of the demonstration.')
    if (!isStrict)
      suppressNag(
        this.pool,
        'AwsSolutions-COG2',
        'A second factor is asked by the organisation that federates; for passwords it is a setting of the stage.',
      )
    suppressNag(
      this.pool,
      'AwsSolutions-COG3',
      'Threat protection needs the Plus plan, which one machine does not have; every real stage does.',
    )
    suppressNag(
      this.pool,
      'AwsSolutions-COG8',
      'The Plus plan is on for every real stage; one machine does not have it.',
    )

    const provider = this.#provider(settings)
    if (provider) this.pool.addDomain('Hosted', { cognitoDomain: { domainPrefix: hostedPrefix(settings) } })

    this.client = new UserPoolClient(this, 'Web', {
      userPool: this.pool,
      generateSecret: false,
      // Refreshing is always on. Nothing named at all would mean that passwords are: with a provider they are named as off.
      authFlows: { userSrp: isPassword, userPassword: isPassword && settings.local },
      // Passwords are asked by the app itself: nobody is redirected, so nothing is there to be redirected to.
      ...(provider
        ? {
            oAuth: {
              flows: { authorizationCodeGrant: true },
              scopes: signInScopes.map((scope) => OAuthScope.custom(scope)),
              callbackUrls: callbackUrls(settings),
              logoutUrls: logoutUrls(settings),
            },
          }
        : { disableOAuth: true }),
      supportedIdentityProviders: [
        provider
          ? UserPoolClientIdentityProvider.custom(provider.providerName)
          : UserPoolClientIdentityProvider.COGNITO,
      ],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.hours(1),
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(1),
    })
    if (provider) this.client.node.addDependency(provider)

    new CfnOutput(this, 'PoolId', { value: this.pool.userPoolId })
    new CfnOutput(this, 'ClientId', { value: this.client.userPoolClientId })
  }

  #provider({ signIn }: DeploySettings) {
    if (signIn.kind === 'oidc')
      return new UserPoolIdentityProviderOidc(this, 'Oidc', {
        userPool: this.pool,
        name: signIn.name,
        issuerUrl: signIn.issuer,
        clientId: signIn.clientId,
        clientSecret: SecretValue.secretsManager(signIn.clientSecretName).unsafeUnwrap(),
        scopes: signInScopes,
        attributeMapping: {
          email: ProviderAttribute.other('email'),
          fullname: ProviderAttribute.other('name'),
        },
      })
    if (signIn.kind === 'saml')
      return new UserPoolIdentityProviderSaml(this, 'Saml', {
        userPool: this.pool,
        name: signIn.name,
        metadata: UserPoolIdentityProviderSamlMetadata.url(signIn.metadataUrl),
        attributeMapping: {
          email: ProviderAttribute.other(
            'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
          ),
          fullname: ProviderAttribute.other('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'),
        },
      })
    return undefined
  }
}
