/** Content security policy of the web app: its own scripts only; `connect` are the origins that sign-in talks to, and the files bucket. */
export const contentSecurityPolicy = (connect: string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // Cloudscape sets positions of its menus as style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
