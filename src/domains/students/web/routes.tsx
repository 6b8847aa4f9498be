import type { PaletteSource } from '#ui/palette.ts'
import type { AppRoute } from '#ui/routes.ts'
import { findStudentHits } from '#domains/classes/web/studentHits.exports.ts'
import { GroupsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/students',
    title: 'Students',
    allow: ['ADMIN'],
    load: () => import('./StudentsScreen.tsx'),
    menu: {
      actions: [{ label: 'Add a student', to: '/students?tab=add', mutation: 'addStudent' }],
      label: 'Students',
      icon: GroupsIcon,
      group: 'people',
      order: 50,
      keywords: 'pupils admission roll register import qr leaving transfer certificate lc',
    },
  },
  { path: '/students/:id', title: 'Student', allow: ['ADMIN'], load: () => import('./StudentScreen.tsx') },
]

const students: PaletteSource = {
  label: 'Students',
  allow: ['SUPERADMIN', 'ADMIN'],
  find: (client, place, text) => findStudentHits(client, place, text, { limit: 10, toAddress: (id) => `/students/${id}` }),
}

export const paletteSources: readonly PaletteSource[] = [students]
