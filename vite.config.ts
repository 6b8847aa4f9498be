import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { iconsPlugin } from './scripts/iconsPlugin.ts'
import { languagePages } from './scripts/texts/languageFiles.ts'
import { marksPlugin, textsPlugin } from './scripts/texts/textsPlugin.ts'
import {
  chunkFileNames,
  chunkGroups,
  entryFileNames,
  familyWorker,
  openingEntry,
  openingScript,
  screenFiles,
} from './scripts/webChunks.ts'

/** The pages of guardians, each with the file that draws it. */
const pagesOfFamilies: Readonly<Record<string, string>> = {
  'family.html': '/onlinefees/family/familyPage.tsx',
  'family-home.html': '/family/family/familyHomePage.tsx',
}

/**
 * What the pages of guardians need beside the rest: their code is fetched with their first file and not after it,
 * which is a way there and back on a slow line; and nobody is offered to install the application of the staff.
 */
const familyPages: Plugin = {
  name: 'family-pages',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename, bundle = {} }) => {
      const page = Object.entries(pagesOfFamilies).find(([name]) => filename.endsWith(`/${name}`))?.[1]
      if (page === undefined) return html
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const needed = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(page)).map((one) => one.fileName))
      for (const name of needed) for (const next of chunks.find((one) => one.fileName === name)?.imports ?? []) needed.add(next)
      return {
        html: html.replace(/<link rel="manifest" href="\/manifest[^>]*>/, ''),
        tags: [...needed]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
      }
    },
  },
}

/**
 * Leaves out zod's conversion to JSON Schema, which no screen uses. Every schema refers to it, and it is 8 kB after
 * gzip.
 */
const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler: (code) =>
      [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => undefined`)
        .join('\n'),
  },
}

export default defineConfig({
  plugins: [
    iconsPlugin(),
    textsPlugin(),
    react(),
    zodWithoutJsonSchema,
    VitePWA({
      // The page shows a banner and decides when the waiting version takes over.
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        name: 'Shala',
        short_name: 'Shala',
        description: 'School administration',
        start_url: '/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#1f5f8b',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      strategies: 'injectManifest',
      srcDir: 'src/serviceWorker',
      filename: 'sw.ts',
      injectManifest: {
        // Of all languages: the service worker takes those of its own (src/serviceWorker/ownFiles.ts).
        globPatterns: ['index*.html', 'icon.svg', 'assets/**/*.{js,css}'],
        // Guardians' own page, which staff never open, and the editor of certificates, which teachers' phones never
        // need.
        globIgnores: ['assets/**/family*', 'assets/**/FormatEdit*'],
        // A chunk beyond this is a mistake in splitting, and the build says so.
        maximumFileSizeToCacheInBytes: 1_500_000,
        sourcemap: false,
      },
    }),
    familyPages,
    openingScript(),
    screenFiles(),
    languagePages(),
  ],
  worker: { plugins: () => [marksPlugin()] },
  // The server puts a fresh value in this place for every request; see the security headers in src/app/server.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      // Every browser that the target includes loads modules ahead by itself.
      polyfill: false,
      // A page names its screen's files (scripts/webChunks.ts). Code that comes later finds its own: adding a link for
      // each took a phone 350 ms in the first seconds.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    // The content security policy allows fonts from our own address only, not data: addresses.
    assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['index.html', 'family.html', 'family-home.html', openingEntry, familyWorker],
      output: { codeSplitting: { groups: chunkGroups() }, chunkFileNames, entryFileNames },
    },
  },
})
