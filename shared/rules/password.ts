/** What a password must have where people sign in by one. The user pool of the cloud asks the same (lib/identity-stack.ts). */
export const passwordLength = 14
/** Of each kind one; letters and symbols are those that the user pool counts as such. */
const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`+=-]/]

/** True if a password keeps to the rules. */
export const isGoodPassword = (password: string): boolean =>
  password.length >= passwordLength && kinds.every((kind) => kind.test(password))
