import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { languages } from './src/shared/languages.ts'

/** The texts, and their catalogues in each language (src/ui/texts/README.md). */
export default {
  locales: [...languages],
  sourceLocale: 'en',
  rootDir: import.meta.dirname,
  catalogs: [
    {
      path: '<rootDir>/src/languages/{locale}/texts',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['**/*.test.*', '**/*.graphql.ts', '**/*.d.ts'],
    },
  ],
  // On the server, and in what both sides share, functions do what the macros do in the browser.
  macro: { corePackage: ['@lingui/core/macro', '#shared/texts.ts'] },
  // File names without lines: a line added above a text is no change of the catalogue.
  format: formatter({ lineNumbers: false }),
  runtimeConfigModule: {
    i18n: ['#ui/texts/texts.tsx', 'i18n'],
    Trans: ['#ui/texts/texts.tsx', 'Trans'],
    useLingui: ['#ui/texts/texts.tsx', 'i18n'],
  },
} satisfies LinguiConfig
