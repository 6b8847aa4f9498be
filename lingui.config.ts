import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** Texts of the browser side (src/ui/texts/README.md). */
export default {
  locales: ['en'],
  sourceLocale: 'en',
  rootDir: import.meta.dirname,
  catalogs: [
    {
      path: '<rootDir>/src/ui/texts/{locale}',
      include: ['src/ui/**/*.{ts,tsx}', 'src/domains/*/{web,family}/**/*.{ts,tsx}', 'src/app/*.tsx'],
      exclude: ['**/*.test.*', '**/*.graphql.ts', '**/*.d.ts'],
    },
  ],
  // File names without lines: a line added above a text is no change of the catalogue.
  format: formatter({ lineNumbers: false }),
  runtimeConfigModule: {
    i18n: ['#ui/texts/texts.tsx', 'i18n'],
    Trans: ['#ui/texts/texts.tsx', 'Trans'],
    useLingui: ['#ui/texts/texts.tsx', 'i18n'],
  },
} satisfies LinguiConfig
