import { useErrorText } from '../../texts/error-text.ts'
import { useTexts } from '../../texts/texts.ts'

/** The sentence for what went wrong at signing in: of the single sign-on, or of the call behind it. */
export function useProblemText(): (error: unknown) => string {
  const t = useTexts('sign-in')
  const say = useErrorText()
  return (error) => {
    const { name, reason } = (error ?? {}) as { name?: string; reason?: string }
    return name === 'SignInFailed' ? t(`error.${reason}`) : say(error)
  }
}
