/** Name and password, or the way to the organisation's sign-in. Also inside the dialog of an expired session. */
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { PasswordForm } from './password-form.tsx'
import { RedirectForm } from './redirect-form.tsx'

export function SignInForm({ config }: { config: RuntimeConfig }) {
  return config.signIn.kind === 'redirect' ? <RedirectForm /> : <PasswordForm config={config} />
}
