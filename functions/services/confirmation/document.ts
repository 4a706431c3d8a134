/** What a confirmation is printed from. */
import type { ConfirmationContent } from '../../../shared/model/confirmation.ts'
import { confirmationTexts } from '../../../shared/texts/confirmation-texts.ts'
import type { PrintedConfirmation } from '../../domain/confirmation/html.ts'

/** In the language of the content. */
export async function printedConfirmation(
  content: ConfirmationContent,
  more: Omit<PrintedConfirmation, 'content' | 'say'>,
): Promise<PrintedConfirmation> {
  return { content, say: await confirmationTexts(content.language), ...more }
}
