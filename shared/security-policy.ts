/**
 * Content security policy of the web app: its own scripts only; `connect` are the origins that sign-in talks to, `files`
 * that of the files bucket, whose pictures it shows too.
 */
export const contentSecurityPolicy = (connect: string[], files: string[] = []): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // Cloudscape sets positions of its menus as style attributes.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', ...files].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...connect, ...files].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
