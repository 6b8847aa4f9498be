import type { OutboxKind } from '#ui/outbox/kinds.ts'
import type { AppRoute } from '#ui/routes.ts'
import { booksProgressKind, endLecturesKind, lectureMarkKind } from './outboxKinds.ts'
import { LectureIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  // The start pages of teachers and students; the menu leads back to them.
  {
    path: '/teacher',
    title: 'Classes',
    allow: ['TEACHER'],
    load: () => import('./TeacherScreen.tsx'),
    menu: { label: 'My Classes', icon: LectureIcon, group: 'today', order: 15, visibleTo: ['TEACHER'], keywords: 'live lecture' },
  },
  {
    path: '/studentLectures',
    title: 'Lectures',
    allow: ['STUDENT'],
    load: () => import('./StudentLecturesScreen.tsx'),
    menu: { label: 'Lectures', icon: LectureIcon, group: 'today', order: 15, visibleTo: ['STUDENT'] },
  },
  // Opened from a live lecture; otherwise they redirect to the start page (specification, section 2).
  { path: '/teacherLive', title: 'Live Attendance', allow: ['TEACHER'], load: () => import('./TeacherLiveScreen.tsx') },
  { path: '/studentLive', title: 'Live Lecture', allow: ['STUDENT'], load: () => import('./StudentLiveScreen.tsx') },
]

export const outboxKinds = [lectureMarkKind, endLecturesKind, booksProgressKind] as readonly OutboxKind[]
