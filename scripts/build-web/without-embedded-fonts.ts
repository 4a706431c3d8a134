/**
 * Cloudscape's global styles carry some 140 kB of fonts as base64. The app serves the same fonts as files
 * (web/frame/fonts.css), so the blocks are taken out before Vite sees them.
 */
import type { Plugin } from 'vite'

export const withoutFontFaces = (css: string) => css.replace(/@font-face\s*\{[^}]*\}/g, '')

export const withoutEmbeddedFonts = (): Plugin => ({
  name: 'without-embedded-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /@cloudscape-design\/global-styles\/index\.css/ },
    handler: (code) => ({ code: withoutFontFaces(code), map: null }),
  },
})
