import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkFileNames, chunkGroups, screenFiles } from './scripts/webChunks.ts'
import { codePattern } from './src/domains/onlinefees/onlinefees.rules.ts'

/**
 * What the page of guardians needs beside the rest: its code is fetched with its first file and not after it, which is
 * a way there and back on a slow line; and nobody is offered to install the application of the staff.
 */
const familyPage: Plugin = {
  name: 'family-page',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename, bundle = {} }) => {
      if (!filename.endsWith('family.html')) return html
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const needed = new Set(
        chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('/family/familyPage.tsx')).map((one) => one.fileName),
      )
      for (const name of needed) for (const next of chunks.find((one) => one.fileName === name)?.imports ?? []) needed.add(next)
      return {
        html: html.replace(/<link rel="manifest"[^>]*>/, ''),
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

export default defineConfig({
  plugins: [
    react(),
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
      workbox: {
        globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css}'],
        // Guardians' own page, which staff never open, and the editor of certificates, which teachers' phones never
        // need.
        globIgnores: ['assets/family*', 'assets/FormatEdit*'],
        // A chunk beyond this is a mistake in splitting, and the build says so.
        maximumFileSizeToCacheInBytes: 1_500_000,
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [
          /^\/(graphql|auth|health|files|metrics|onlinefees|verifyonlinefees|certificate)(\/|\?|$)/,
          // The short link of an SMS.
          new RegExp(`^/${codePattern.source.slice(1)}`),
        ],
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
        // public/push.js: what the service worker does with a notification.
        importScripts: ['push.js'],
        sourcemap: false,
      },
    }),
    familyPage,
    screenFiles(),
  ],
  // Decision 0045: Preact in React's place.
  resolve: {
    alias: [
      { find: /^react$/, replacement: fileURLToPath(new URL('src/ui/reactOnPreact.ts', import.meta.url)) },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  // The server puts a fresh value in this place for every request; see the security headers in src/app/server.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows fonts from our own address only, not data: addresses.
    assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['index.html', 'family.html'],
      output: { codeSplitting: { groups: chunkGroups() }, chunkFileNames },
    },
  },
})
