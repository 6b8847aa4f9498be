import { t } from '@lingui/core/macro'
import type { PaletteSource } from '#ui/palette.ts'
import type { AppRoute } from '#ui/routes.ts'
import { findStudentHits } from '#domains/classes/web/studentHits.exports.ts'
import { GroupsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/students',
    title: t`Students`,
    allow: ['ADMIN'],
    load: () => import('./StudentsScreen.tsx'),
    menu: {
      actions: [{ label: t`Add a student`, to: '/students?tab=add', mutation: 'addStudent' }],
      label: t`Students`,
      icon: GroupsIcon,
      group: 'people',
      order: 50,
    },
  },
  {
    path: '/students/:id',
    title: t`Student`,
    allow: ['ADMIN', 'FEES', 'TEACHER', 'ATTENDANT'],
    load: () => import('./StudentScreen.tsx'),
  },
]

const students: PaletteSource = {
  label: t`Students`,
  allow: ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT'],
  find: (client, place, text) => findStudentHits(client, place, text, { limit: 10, toAddress: (id) => `/students/${id}` }),
}

export const paletteSources: readonly PaletteSource[] = [students]
