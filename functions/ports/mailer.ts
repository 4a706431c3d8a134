export interface Mail {
  to: string[]
  cc?: string[]
  bcc?: string[]
  subject: string
  text: string
  html?: string
  attachments?: { name: string; contentType: string; body: Uint8Array }[]
}
/** Sends or says why not. Errors: `too_large`, of attachments beyond 28 MB together. */
export interface Mailer {
  send(mail: Mail): Promise<{ messageId: string }>
}
