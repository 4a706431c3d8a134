/** What the user pool refuses, in the few kinds that a person can do something about. */
export class SignInFailed extends Error {
  /** Key of the sentence for the person. */
  readonly reason:
    | 'wrong'
    | 'disabled'
    | 'network'
    | 'tooMany'
    | 'unknown'
    | 'temporaryOver'
    | 'weak'
    | 'usedBefore'
    | 'wrongNow'
    | 'signInAgain'
    | 'code'
    | 'codeOver'
    | 'sessionOver'
    | 'notYet'
    | 'mustReset'
    | 'notFromHere'
  constructor(reason: SignInFailed['reason'], cause?: unknown) {
    super(`sign-in failed: ${reason}`, { cause })
    this.name = 'SignInFailed'
    this.reason = reason
  }
}
/** By the names of Cognito's and Amplify's errors. */
const reasons: Record<string, SignInFailed['reason']> = {
  NotAuthorizedException: 'wrong',
  InvalidPasswordException: 'weak',
  PasswordHistoryPolicyViolationException: 'usedBefore',
  InvalidParameterException: 'wrong',
  UserNotFoundException: 'wrong',
  // Amplify has forgotten what it was at.
  SignInException: 'sessionOver',
  UserUnAuthenticatedException: 'signInAgain',
  EmptySignInUsername: 'wrong',
  EmptySignInPassword: 'wrong',
  CodeMismatchException: 'code',
  EnableSoftwareTokenMFAException: 'code',
  ExpiredCodeException: 'codeOver',
  TooManyRequestsException: 'tooMany',
  LimitExceededException: 'tooMany',
  TooManyFailedAttemptsException: 'tooMany',
  // Of the firewall; and of an Inputlist on one machine to somebody at another one.
  ForbiddenException: 'notFromHere',
  NetworkError: 'network',
}
/** The refusal in our words; `wrong` is what it means here that something was wrong. */
export function failed(error: unknown, wrong: SignInFailed['reason'] = 'wrong'): SignInFailed {
  if (error instanceof SignInFailed) return error
  const { name, message } = error as Error
  // The same name stands for a wrong password and for these; only the words differ.
  if (/temporary password has expired/i.test(message)) return new SignInFailed('temporaryOver', error)
  if (/session (is )?(expired|invalid)|invalid session|session can only/i.test(message))
    return new SignInFailed('sessionOver', error)
  if (/access token/i.test(message)) return new SignInFailed('signInAgain', error)
  if (/user is disabled/i.test(message)) return new SignInFailed('disabled', error)
  if (/attempts exceeded/i.test(message)) return new SignInFailed('tooMany', error)
  const reason = reasons[name] ?? 'unknown'
  return new SignInFailed(reason === 'wrong' ? wrong : reason, error)
}
