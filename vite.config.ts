import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { screenFiles } from './scripts/build-web/screen-files.ts'
import { smallerCloudscape } from './scripts/build-web/smaller-cloudscape.ts'
import { withoutEmbeddedFonts } from './scripts/build-web/without-embedded-fonts.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}
/** Where `npm run dev` passes calls on to. */
const backend = process.env['BACKEND'] ?? 'http://127.0.0.1:3000'
const proxied = Object.fromEntries(
  ['/api', '/config.json', '/_dev', '/_cognito', '/files'].map((path) => [
    path,
    { target: backend, changeOrigin: false },
  ]),
)

/** Without the list of those who share it, which rolldown puts into the name. */
const shortName = (name: string | undefined) =>
  name?.startsWith('shared') ? 'assets/shared-[hash][extname]' : 'assets/[name]-[hash][extname]'

export default defineConfig({
  plugins: [withoutEmbeddedFonts(), smallerCloudscape(), react()],
  define: { __BUILD__: JSON.stringify(process.env['BUILD_ID'] ?? version) },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy forbids inline data in styles and scripts, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => shortName(name).replace('[extname]', '.js'),
        assetFileNames: ({ names }) => shortName(names[0]),
        // What every screen needs comes in two files, not in forty: each request costs more than the least of them.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            ...screenFiles({
              'products-parts': 'features/products/list-screen.tsx',
              'filter-parts': 'ui/list-filter.tsx',
              'screen-parts': {
                within: 'features/product/product-screen.tsx',
                sharedWith: [
                  'features/admin/admin-screen.tsx',
                  'features/admin/fees/schedule-screen.tsx',
                  'features/check/check-screen.tsx',
                  'features/companies/list-screen.tsx',
                  'features/companies/company-screen.tsx',
                  'features/invoices/list-screen.tsx',
                  'features/invoices/invoice-screen.tsx',
                  'features/jobs/jobs-screen.tsx',
                  'features/jobs/schedules-screen.tsx',
                  'features/jobs/system-screen.tsx',
                  'features/messages/list-screen.tsx',
                  'features/notes/notes-screen.tsx',
                  'features/products/columns/column-sets.tsx',
                  'features/products/search/searches.tsx',
                  // The settings of every list.
                  '../node_modules/@cloudscape-design/components/collection-preferences/index.js',
                ],
              },
              'product-parts': 'features/product/product-screen.tsx',
            }),
            // Not merged further: each then holds what the same screens need, and none can come to import another in a circle.
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: { proxy: proxied },
})
