import { t } from '@lingui/core/macro'
import type { PaletteSource } from '#ui/palette.ts'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  { path: '/setup', title: t`Set-up`, allow: ['ADMIN'], load: () => import('./SetupScreen.tsx') },
]

const words = t`set-up setup first steps new school`

/** Only in the palette and not in the menu, because the set-up is needed for a few days only. */
const setup: PaletteSource = {
  label: t`Set-up`,
  allow: ['SUPERADMIN', 'ADMIN'],
  find: (_, __, text) =>
    Promise.resolve(
      words.includes(text.trim().toLowerCase())
        ? [{ key: 'setup', text: t`Set-up`, hint: t`What the school needs before its first day`, to: '/setup' }]
        : [],
    ),
}

export const paletteSources: readonly PaletteSource[] = [setup]
