export interface Mail {
  to: string[]
  cc?: string[]
  bcc?: string[]
  subject: string
  text: string
  html?: string
  attachments?: { name: string; contentType: string; body: Uint8Array }[]
}
/** Sends or says why not. */
export interface Mailer {
  send(mail: Mail): Promise<{ messageId: string }>
}
