/** Settings of example stages: for templates that are made only to be looked at, and for tests. */
type Settings = Record<string, string>

/** A small stage whose people sign in with passwords: all that a deployment needs to be told. */
export const smallStage: Settings = {
  INPUTLIST_STAGE: 'test',
  CDK_DEFAULT_ACCOUNT: '123456789012',
  CDK_DEFAULT_REGION: 'eu-central-1',
  INPUTLIST_SIGN_IN: '{"kind":"password"}',
  INPUTLIST_SENDER: 'inputlist@example.org',
  INPUTLIST_ALARMS: 'ops@example.org',
}
/** A production stage of an organisation with its own provider and domain. */
export const organisationStage: Settings = {
  ...smallStage,
  INPUTLIST_SIGN_IN:
    '{"kind":"oidc","name":"Ours","issuer":"https://id.example.org","clientId":"inputlist","clientSecretName":"inputlist/sign-in"}',
  INPUTLIST_DOMAIN: 'inputlist.example.org',
  INPUTLIST_CERTIFICATE:
    'arn:aws:acm:us-east-1:123456789012:certificate/1c27e5d6-1111-4222-8333-944455556666',
  INPUTLIST_SIZE: 'standard',
}
export const samlStage: Settings = {
  ...organisationStage,
  INPUTLIST_SIGN_IN: '{"kind":"saml","name":"Ours","metadataUrl":"https://id.example.org/metadata.xml"}',
}
