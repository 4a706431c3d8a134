import type { Emulator } from './emulator.ts'

/** A user pool of the emulated Cognito, with users who sign in by password. */
export async function openPool(cloud: Emulator, name: string) {
  const ask = <T>(operation: string, body: unknown) =>
    cloud.ask<T>(`AWSCognitoIdentityProviderService.${operation}`, body)
  const password = 'Only-for-tests-1'
  const { UserPool } = await ask<{ UserPool: { Id: string } }>('CreateUserPool', { PoolName: name })
  const UserPoolId = UserPool.Id
  return {
    id: UserPoolId,
    jwksUrl: `${cloud.endpoint}/${UserPoolId}/.well-known/jwks.json`,
    async addClient(): Promise<string> {
      const { UserPoolClient } = await ask<{ UserPoolClient: { ClientId: string } }>('CreateUserPoolClient', {
        UserPoolId,
        ClientName: 'client',
        ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      })
      return UserPoolClient.ClientId
    },
    async addUser(email: string): Promise<void> {
      await ask('AdminCreateUser', {
        UserPoolId,
        Username: email,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      })
      await ask('AdminSetUserPassword', { UserPoolId, Username: email, Password: password, Permanent: true })
    },
    async tokensOf(email: string, ClientId: string): Promise<{ idToken: string; accessToken: string }> {
      const { AuthenticationResult: tokens } = await ask<{
        AuthenticationResult: { IdToken: string; AccessToken: string }
      }>('InitiateAuth', {
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      })
      return { idToken: tokens.IdToken, accessToken: tokens.AccessToken }
    },
  }
}
