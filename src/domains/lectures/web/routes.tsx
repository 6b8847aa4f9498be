import type { OutboxKind } from '../../../ui/outbox/kinds.ts'
import type { AppRoute } from '../../../ui/routes.ts'
import { booksProgressKind, endLecturesKind, lectureMarkKind } from './lectureKinds.ts'

export const routes: AppRoute[] = [
  { path: '/teacher', title: 'Classes', allow: ['TEACHER'], load: () => import('./TeacherScreen.tsx') },
  { path: '/studentLectures', title: 'Lectures', allow: ['STUDENT'], load: () => import('./StudentLecturesScreen.tsx') },
  // Both are entered from a lecture that is live; opened in any other way they lead back (specification, section 2).
  { path: '/teacherLive', title: 'Live Attendance', allow: ['TEACHER'], load: () => import('./TeacherLiveScreen.tsx') },
  { path: '/studentLive', title: 'Live Lecture', allow: ['STUDENT'], load: () => import('./StudentLiveScreen.tsx') },
]

export const outboxKinds = [lectureMarkKind, endLecturesKind, booksProgressKind] as readonly OutboxKind[]
