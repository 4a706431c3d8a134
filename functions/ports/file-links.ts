/** How a browser brings one file: this method and these headers, nothing else is let in. */
export interface UploadLink {
  url: string
  method: 'PUT'
  headers: Record<string, string>
}
/**
 * Addresses under which a browser fetches or brings one file by itself, because a function takes and gives 6 MB only.
 * Whoever has the address may use it until it ends, and for nothing else; so it is made for one person, and lives
 * minutes. An address may be relative to the site's. Errors: `invalid_input`, `too_large`.
 */
export interface FileLinks {
  /** Gives the file as a download, named `fileName` where one is given. `seconds`: 1 to 3600. */
  linkTo(key: string, options: { seconds: number; fileName?: string }): Promise<string>
  /** Takes a file of exactly that type and size and, where `sha256` (64 hex digits) is given, exactly that content. */
  uploadLink(
    key: string,
    options: { seconds: number; contentType: string; bytes: number; sha256?: string },
  ): Promise<UploadLink>
}
