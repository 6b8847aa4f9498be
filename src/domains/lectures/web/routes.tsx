import CastForEducationIcon from '@mui/icons-material/CastForEducation'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import type { AppRoute } from '#ui/routes.ts'
import { booksProgressKind, endLecturesKind, lectureMarkKind } from './lectureKinds.ts'

export const routes: AppRoute[] = [
  // Where they land: the menu leads back from the other screens.
  {
    path: '/teacher',
    title: 'Classes',
    allow: ['TEACHER'],
    load: () => import('./TeacherScreen.tsx'),
    menu: { label: 'My Classes', icon: CastForEducationIcon, order: 15, visibleTo: ['TEACHER'], keywords: 'live lecture' },
  },
  {
    path: '/studentLectures',
    title: 'Lectures',
    allow: ['STUDENT'],
    load: () => import('./StudentLecturesScreen.tsx'),
    menu: { label: 'Lectures', icon: CastForEducationIcon, order: 15, visibleTo: ['STUDENT'] },
  },
  // Both are entered from a lecture that is live; opened in any other way they lead back (specification, section 2).
  { path: '/teacherLive', title: 'Live Attendance', allow: ['TEACHER'], load: () => import('./TeacherLiveScreen.tsx') },
  { path: '/studentLive', title: 'Live Lecture', allow: ['STUDENT'], load: () => import('./StudentLiveScreen.tsx') },
]

export const outboxKinds = [lectureMarkKind, endLecturesKind, booksProgressKind] as readonly OutboxKind[]
