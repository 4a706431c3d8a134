const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** A text as HTML shows it, between tags and in attributes. */
export const escapeHtml = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => signs[sign]!)
