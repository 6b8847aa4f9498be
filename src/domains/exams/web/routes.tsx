import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { ExamIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/exams',
    title: t`Exams`,
    allow: ['ADMIN', 'TEACHER'],
    flag: 'exams',
    load: () => import('./ExamsScreen.tsx'),
    menu: { label: t`Exams`, icon: ExamIcon, group: 'teaching', order: 58 },
  },
  {
    path: '/exams/schemes/:id',
    title: t`Scheme`,
    allow: ['ADMIN'],
    flag: 'exams',
    load: () => import('./schemes/SchemeScreen.tsx'),
  },
  {
    path: '/exams/schemes/:id/change',
    title: t`Scheme`,
    allow: ['ADMIN'],
    flag: 'exams',
    load: () => import('./schemes/ChangeSchemeScreen.tsx'),
  },
  {
    path: '/exams/classes/:id',
    title: t`Assessment of a class`,
    allow: ['ADMIN'],
    flag: 'exams',
    load: () => import('./classes/ClassAssessmentScreen.tsx'),
  },
]
