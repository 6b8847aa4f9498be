import { t } from '@lingui/core/macro'
import type { OutboxKinds } from '#ui/outbox/kinds.ts'
import type { AppRoute } from '#ui/routes.ts'
import { ExamIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/exams',
    title: t`Exams`,
    allow: ['ADMIN', 'TEACHER', 'STUDENT'],
    flag: 'exams',
    load: () => import('./ExamsScreen.tsx'),
    menu: { label: t`Exams`, icon: ExamIcon, group: 'teaching', order: 58 },
  },
  {
    path: '/exams/marks',
    title: t`Exams`,
    allow: ['ADMIN', 'TEACHER'],
    flag: 'exams',
    load: () => import('./scores/ScoreSheetScreen.tsx'),
  },
  {
    path: '/exams/earlier',
    title: t`Exams`,
    allow: ['ADMIN'],
    flag: 'exams',
    load: () => import('./earlier/EarlierResultsAddress.tsx'),
  },
  // One route for the screens of the office, because each is in the code of every first visit.
  { path: '/exams/:kind/:id', title: t`Exams`, allow: ['ADMIN'], flag: 'exams', load: () => import('./OfficeScreens.tsx') },
]

export const loadOutboxKinds: OutboxKinds = () => import('./outboxKinds.ts')
