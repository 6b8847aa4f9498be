import GroupsIcon from '@mui/icons-material/Groups'
import type { PaletteSource } from '#ui/palette.ts'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/students',
    title: 'Students',
    allow: ['ADMIN'],
    load: () => import('./StudentsScreen.tsx'),
    menu: {
      label: 'Students',
      icon: GroupsIcon,
      order: 50,
      keywords: 'pupils admission roll register import qr leaving transfer certificate lc',
    },
  },
  { path: '/students/:id', title: 'Student', allow: ['ADMIN'], load: () => import('./StudentScreen.tsx') },
]

/** Searches students of the looked-at term by three letters of a name, by roll, register number or phone. */
const students: PaletteSource = {
  label: 'Students',
  allow: ['SUPERADMIN', 'ADMIN'],
  find: async (client, { schoolId, termId }, text) => {
    if (text.trim().length < 3 && !/^\d+$/.test(text.trim())) return []
    const { FindStudentsDocument } = await import('./students.graphql.ts')
    const { data } = await client.query({
      query: FindStudentsDocument,
      variables: { schoolId, input: { termId, search: text, pageSize: 10 } },
      fetchPolicy: 'network-only',
    })
    return (data?.students.rows ?? []).map(({ id, roll, className, sectionName, student }) => ({
      key: id,
      text: student.name,
      hint: `${className}-${sectionName} · roll ${roll} · ${student.phone}`,
      to: `/students/${student.id}`,
    }))
  },
}

export const paletteSources: readonly PaletteSource[] = [students]
