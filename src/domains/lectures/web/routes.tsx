import { t } from '@lingui/core/macro'
import type { OutboxKinds } from '#ui/outbox/kinds.ts'
import type { AppRoute } from '#ui/routes.ts'
import { LectureIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  // The start pages of teachers and students; the menu leads back to them.
  {
    path: '/teacher',
    title: t`Classes`,
    allow: ['TEACHER'],
    load: () => import('./TeacherScreen.tsx'),
    menu: {
      label: t`My Classes`,
      icon: LectureIcon,
      group: 'today',
      order: 15,
      visibleTo: ['TEACHER'],
    },
  },
  {
    path: '/studentLectures',
    title: t`Lectures`,
    allow: ['STUDENT'],
    load: () => import('./StudentLecturesScreen.tsx'),
    menu: { label: t`Lectures`, icon: LectureIcon, group: 'today', order: 15, visibleTo: ['STUDENT'] },
  },
  // Opened from a live lecture; otherwise they redirect to the start page (specification, section 2).
  { path: '/teacherLive', title: t`Live Attendance`, allow: ['TEACHER'], load: () => import('./TeacherLiveScreen.tsx') },
  { path: '/studentLive', title: t`Live Lecture`, allow: ['STUDENT'], load: () => import('./StudentLiveScreen.tsx') },
]

export const loadOutboxKinds: OutboxKinds = () => import('./outboxKinds.ts')
